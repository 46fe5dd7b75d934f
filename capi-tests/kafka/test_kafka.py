"""The library under test against Apache Kafka: a million messages, outages."""

import json
import os
import subprocess
import sys
import threading
import time

import common
from common import Failed, TESTS, check, libdir, limit, on_kafka, run
from kafka import Kafka

sys.path.insert(0, os.path.join(TESTS, "bench"))
from load import Tally, bench_program  # noqa: E402

LIB = os.environ.get("TEST_LIB", "ours")


def bench(bootstrap, topic, *args, timeout=120, ok=(0,)):
    out = run([bench_program(), "-b", bootstrap, "-t", topic, *args], timeout,
              common.loader_env(libdir(LIB)), ok=ok)
    return json.loads(out)


def topic_name(what):
    return f"{what}-{os.getpid()}"


@limit(240)
@on_kafka(3)
def test_million(kafka):
    """A million messages of 100 bytes, acks=all, three replicas: in order per
    partition, none lost or doubled."""
    topic = topic_name("million")
    cluster = kafka.cluster()
    cluster.create_topic(topic, 6, 3, {"min.insync.replicas": "2"})
    figures = bench(kafka.bootstrap, topic, "-n", "1000000", "-s", "100", "-X", "acks=all",
                    timeout=120)
    print(figures)
    check(figures["delivered"] == 1000000, str(figures))
    tally = Tally(cluster, topic)
    tally.exactly(1000000)
    check(len(tally.per_partition) == 6, f"only partitions {sorted(tally.per_partition)} were used")


class Load:
    """bench at a steady rate in the background, while nodes go away."""

    def __init__(self, bootstrap, topic, rate, seconds, *args):
        self.err = common.workdir("load-" + topic) + "/log"
        with open(self.err, "wb") as err:
            self.proc = subprocess.Popen(
                [bench_program(), "-b", bootstrap, "-t", topic, "-r", str(rate), "-n",
                 str(rate * seconds), "-w", "100", "-s", "100", "-v", "-X", "acks=all",
                 "-X", "queue.buffering.max.messages=1000000", *args],
                stdout=subprocess.PIPE, stderr=err, text=True,
                env=dict(os.environ, **common.loader_env(libdir(LIB))))

    def figures(self, timeout):
        try:
            out, _ = self.proc.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            self.proc.kill()
            raise Failed(f"the producer does not end\n{self.log()[-4000:]}") from None
        check(out, f"no figures, status {self.proc.returncode}\n{self.log()[-4000:]}")
        return json.loads(out)

    def log(self):
        with open(self.err, encoding="utf-8", errors="replace") as f:
            return f.read()


def backlog_drained(cluster, topic, since, wait_s):
    """Seconds after `since` until the topic grows again."""
    before = None
    while time.monotonic() - since < wait_s:
        try:
            now = sum(cluster.end_offsets(topic).values())
            if before is not None and now > before:
                return time.monotonic() - since
            before = now
        except (OSError, ValueError, KeyError, Exception):  # noqa: BLE001 - not serving yet
            pass
        time.sleep(0.02)
    raise Failed(f"nothing arrives {wait_s} s after the node is back")


def outage(kafka, topic, down, log_lines_max, doubled_max=0, seconds=50, away_s=30):
    """10 000 messages/s for `seconds`; the only node is away for `away_s` of them."""
    cluster = kafka.cluster()
    cluster.create_topic(topic, 3, 1)
    load = Load(kafka.bootstrap, topic, 10000, seconds)
    time.sleep(5)
    down()
    time.sleep(away_s)
    starter = threading.Thread(target=kafka.start, args=(1, 60, False))
    starter.start()
    starter.join()
    kafka._wait(kafka.state(), ["1"], 60)
    served = time.monotonic()
    gap = backlog_drained(cluster, topic, served, 12)
    figures = load.figures(120)
    print(figures)
    print(load.log()[-3000:])
    print(f"first delivery {gap:.2f} s after Kafka served again")
    check(figures["failed"] == 0 and figures["left"] == 0, f"not delivered: {figures}")
    tally = Tally(cluster, topic)
    tally.exactly(10000 * seconds, doubled_max)
    lines = [line for line in load.log().splitlines() if "|" in line]
    check(len(lines) <= log_lines_max, f"{len(lines)} log lines")
    return load.log(), figures


@limit(240)
def test_outage_stopped():
    """The only node is shut down for 30 s while 10 000 messages/s keep coming: all
    arrive in order, with few log lines. The batches whose answer the shutdown cut off
    may be stored twice, as acks without idempotence imply."""
    kafka = Kafka(f"/tmp/librdkafka-rs-outage-{os.getpid()}").up()
    try:
        log, _ = outage(kafka, topic_name("stopped"), lambda: kafka.stop(1), 35,
                        doubled_max=1000)
        for text in ("Disconnected", "Connect to ipv4#127.0.0.1", "1/1 brokers are down"):
            check(text in log, f"no line says {text!r}\n{log[-3000:]}")
    finally:
        kafka.down()


@limit(240)
def test_outage_killed():
    """The same with SIGKILL: nothing is lost; what was acknowledged by nobody may
    be stored twice, as acks without idempotence imply."""
    kafka = Kafka(f"/tmp/librdkafka-rs-outage-{os.getpid()}").up()
    try:
        outage(kafka, topic_name("killed"), lambda: kafka.kill(1), 20, doubled_max=20000,
               seconds=30, away_s=10)
    finally:
        kafka.down()


@limit(240)
@on_kafka(3)
def test_leader_goes(kafka):
    """One of three nodes goes and comes back under load: others take over, nothing is lost."""
    topic = topic_name("leader")
    cluster = kafka.cluster()
    cluster.create_topic(topic, 6, 3, {"min.insync.replicas": "2"})
    load = Load(kafka.bootstrap, topic, 5000, 30)
    time.sleep(5)
    kafka.stop(2)
    time.sleep(8)
    kafka.start(2)
    figures = load.figures(90)
    print(figures, load.log()[-2000:])
    check(figures["failed"] == 0 and figures["left"] == 0, f"not delivered: {figures}")
    Tally(cluster, topic).exactly(150000, doubled_max=20000)
    check("brokers are down" not in load.log(), "says that all brokers are down")


@limit(120)
@on_kafka(1)
def test_silent_broker(kafka):
    """A node that is frozen for 10 s (SIGSTOP): no loss, nothing twice, no error. It may
    refuse some batches afterwards, until its controller trusts it again: order is kept
    with one request in flight."""
    topic = topic_name("silent")
    cluster = kafka.cluster()
    cluster.create_topic(topic, 3, 1)
    load = Load(kafka.bootstrap, topic, 2000, 20, "-X", "max.in.flight=1")
    time.sleep(4)
    kafka.pause(1)
    time.sleep(10)
    kafka.resume(1)
    figures = load.figures(60)
    print(figures, load.log()[-2000:])
    check(figures["failed"] == 0 and figures["left"] == 0, f"not delivered: {figures}")
    Tally(cluster, topic).exactly(40000)
