"""The interface of the built library against the interface data beside this file."""

import os
import re
import sys

from common import ROOT, check, headers, limit, ours, run

HERE = os.path.dirname(os.path.realpath(__file__))
EXPORTED_AT_LEAST = 240
# Client programs that only produce: all that they import has to be there.
PRODUCERS = ("proftpd", "collectd", "omkafka")


@limit(300)
def test_check_abi():
    """Symbols, prototypes, layouts, constants, texts, names, property defaults and probes."""
    out = run([sys.executable, os.path.join(HERE, "check-abi"), ours(), "--conf", "--clients",
               "--header-dir", os.path.join(headers(), "librdkafka")], 290, ok=(0, 1))
    print(out[-6000:])
    m = re.search(r"^(\d+) passed, (\d+) failed$", out, re.M)
    check(m and int(m[2]) == 0, "interface differs")
    exported = int(re.search(r"exported (\d+) of 553", out)[1])
    check(exported >= EXPORTED_AT_LEAST, f"exports {exported} of 553")
    for client in PRODUCERS:
        have, of = re.search(rf"client {client} +(\d+) of (\d+)", out).groups()
        check(have == of, f"{client} imports {of} functions, {have} are there")


@limit(60)
def test_version_is_told():
    """Our own version stands in the headers."""
    with open(os.path.join(ROOT, "Cargo.toml"), encoding="utf-8") as f:
        own = re.search(r'^version = "(.*)"', f.read(), re.M)[1]
    with open(os.path.join(headers(), "librdkafka", "rdkafka.h"), encoding="utf-8") as f:
        check(own in f.read(), f"{own} is not in rdkafka.h")


@limit(30)
def test_interface_table():
    """INTERFACE.md says what the headers declare."""
    run([sys.executable, os.path.join(HERE, "interface_table.py"), "--check"], 25)
