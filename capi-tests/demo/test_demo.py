"""`make demo` on the embedded cluster and on Kafka."""

import os
import re
import sys

from common import check, limit, on_kafka, run

DEMO = os.path.join(os.path.dirname(os.path.realpath(__file__)), "demo.py")


@limit(180)
def test_embedded():
    """100 000 messages once and in order, an outage without loss."""
    out = run([sys.executable, DEMO], 170)
    print(out)
    check("count 100000, rate " in out and "none lost, in order" in out, out)


@limit(120)
@on_kafka(3)
def test_on_kafka(kafka):
    """The same on three nodes of Apache Kafka; the topic is gone afterwards."""
    out = run([sys.executable, DEMO, "--brokers", kafka.bootstrap], 110)
    print(out)
    check("count 100000, rate " in out, out)
    left = [t for t in kafka.cluster().metadata()[2] if re.match("librdkafka-rs-demo", t)]
    check(not left, f"topics left: {left}")
