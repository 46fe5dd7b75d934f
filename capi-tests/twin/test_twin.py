"""Each twin program under librdkafka 2.16 and under this library, outputs equal."""

import os

from common import limit, on_kafka
import twins

LIBS = os.environ.get("TWIN_LIBS", "wheel,ours").split(",")
HEADERS = os.environ.get("TWIN_HEADERS", "ours")


def make(twin):
    def test(kafka):
        lines = twins.compare(twin, LIBS, HEADERS, kafka.bootstrap)
        print(f"{lines} lines")
    test.__doc__ = f"{twin.name}.c"
    return on_kafka()(limit(150)(test))


for _twin in twins.programs():
    globals()[f"test_{_twin.name}"] = make(_twin)
