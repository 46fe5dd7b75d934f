"""Real client programs, unchanged, with the library under test in the loader's path."""

import os

import clients
from common import libdir, limit, on_kafka

LIB = os.environ.get("TEST_LIB", "ours")


def make(client):
    def test(kafka):
        client(libdir(LIB), kafka.bootstrap)
    test.__doc__ = client.__doc__
    # The first run may have to install the program.
    return on_kafka(1)(limit(400)(test))


for _name, _client in clients.CLIENTS.items():
    globals()[f"test_{_name}"] = make(_client)
