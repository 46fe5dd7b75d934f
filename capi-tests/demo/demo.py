#!/usr/bin/env python3
"""The demonstration behind `make demo`.

    demo.py [--brokers HOST:PORT,...] [--messages 100000] [--seconds 12]

Sends numbered messages with examples-c/producer.c to an embedded cluster of three
brokers, reads the cluster's log back with a client of its own and checks that each is
stored once and in order. Then, under a steady load, one broker goes down and up again.
With --brokers it runs on your cluster instead, in a topic that it creates and deletes,
and leaves out the outage.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
import common  # noqa: E402
from common import Failed, check  # noqa: E402
from wire import Cluster, Connection, KafkaError  # noqa: E402

sys.path.insert(0, os.path.join(common.TESTS, "mock"))
from mock import Mock  # noqa: E402

PARTITIONS = 12


def say(text=""):
    print(text, flush=True)


def toolchain():
    """What the demo needs beside Cargo; installs it as root, or names it."""
    try:
        common.need("gcc", "gcc", "libc6-dev")
    except Failed as e:
        sys.exit(f"make demo needs a C compiler: {e}")


def program():
    return common.compile_c(os.path.join(common.ROOT, "examples-c", "producer.c"),
                            os.path.join(common.TARGET, "demo", "producer"))


def value(i):
    return f"message {i} " + "." * 80


class Producer:
    """examples-c/producer.c, fed through its standard input; its progress line is
    shown as it comes."""

    def __init__(self, exe, bootstrap, topic, *options):
        self.proc = subprocess.Popen(
            [exe, bootstrap, topic, "-p", *options], stdin=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, errors="replace", bufsize=1 << 16,
            env=dict(os.environ, LD_LIBRARY_PATH=common.libdir("ours")))
        self.said = ""
        self.reader = threading.Thread(target=self._relay)
        self.reader.start()

    def _relay(self):
        while True:
            text = os.read(self.proc.stderr.fileno(), 4096).decode(errors="replace")
            if not text:
                return
            self.said += text
            sys.stderr.write(text.replace("\r", "\r  "))
            sys.stderr.flush()

    def send(self, first, last, keyed=False):
        self.proc.stdin.write("".join(
            (f"{i % 1000}|" if keyed else "") + value(i) + "\n" for i in range(first, last)))
        self.proc.stdin.flush()

    def end(self, timeout=90):
        self.proc.stdin.close()
        try:
            status = self.proc.wait(timeout)
        except subprocess.TimeoutExpired:
            self.proc.kill()
            raise Failed(f"the producer does not end within {timeout} s") from None
        finally:
            self.reader.join(5)
        check(status == 0, f"the producer ended with status {status}")


def inspect(cluster, topic, count):
    """Reads everything back; -> number of messages stored more than once."""
    last, seen = {}, bytearray(count)
    for part, off, _ts, _key, val, _h in cluster.read(topic):
        i = int(val.split(b" ", 2)[1])
        check(val.decode() == value(i) and i < count, f"[{part}] {off}: strange message {val!r}")
        if seen[i]:
            seen[i] = 2
            continue
        check(i > last.get(part, -1), f"[{part}] {off}: message {i} after {last.get(part)}")
        seen[i] = 1
        last[part] = i
    lost = seen.count(0)
    check(not lost, f"{lost} messages lost, the first is {seen.find(0)}")
    return seen.count(2), len(last)


def first_part(exe, cluster, topic, count):
    say(f"{count} messages of {len(value(count))} bytes to topic {topic} "
        f"of {PARTITIONS} partitions:")
    p = Producer(exe, cluster.bootstrap, topic, "-X", "acks=all")
    step = 2000
    for i in range(0, count, step):
        p.send(i, min(i + step, count))
    p.end()
    doubled, partitions = inspect(cluster, topic, count)
    check(not doubled, f"{doubled} messages are stored more than once")
    m = re.search(r"(\d+) messages in [\d.]+ s: (\d+)/s, latency p50 ([\d.]+) ms, p99 ([\d.]+) ms",
                  p.said)
    check(m and int(m[1]) == count, "the producer's figures are missing")
    say(f"  checked in the cluster's log: {count} messages, each stored once and in order, "
        f"in {partitions} partitions")
    say(f"  count {m[1]}, rate {int(m[2]):,}/s, latency p50 {m[3]} ms, p99 {m[4]} ms")


def second_part(exe, mock, cluster, topic, seconds, rate=5000):
    down_at, up_at = seconds / 4, seconds * 2 / 3
    say(f"\nAn outage: {rate} messages/s for {seconds} s, broker 1 is down from second "
        f"{down_at:.0f} to {up_at:.0f}:")
    # With keys each message has its partition: those of broker 1 have to wait for it.
    p = Producer(exe, cluster.bootstrap, topic, "-k", "|", "-X", "acks=all",
                 "-X", "queue.buffering.max.messages=1000000")
    begin, sent, state = time.monotonic(), 0, "up"
    while (now := time.monotonic() - begin) < seconds:
        due = int(now * rate)
        p.send(sent, due, keyed=True)
        sent = due
        if state == "up" and down_at <= now < up_at:
            mock("broker 1 down")
            state = "down"
            sys.stderr.write("\n  --- broker 1 is taken down ---\n")
        if state == "down" and now >= up_at:
            mock("broker 1 up")
            state = "up again"
            sys.stderr.write("\n  --- broker 1 is started again ---\n")
        time.sleep(0.01)
    p.end()
    check(state == "up again", "the broker did not go down and up")
    doubled, _ = inspect(cluster, topic, sent)
    again = f"; {doubled} stored twice (sent again, as nobody knew)" if doubled else ", each once"
    say(f"  checked in the cluster's log: {sent} messages, none lost, in order{again}")


def on_your_cluster(exe, brokers, count):
    cluster = Cluster(brokers)
    topic = f"librdkafka-rs-demo-{random.randrange(10**9)}"
    known, controller, _ = cluster.metadata([])
    cluster.create_topic(topic, PARTITIONS, min(3, len(known)))
    try:
        first_part(exe, cluster, topic, count)
    finally:
        host = known.get(controller) or next(iter(known.values()))
        with Connection(*host) as c:
            c.delete_topic(topic)


def embedded(exe, count, seconds):
    say("Embedded cluster of 3 brokers on 127.0.0.1")
    with Mock("--brokers", "3", "--retention-bytes", str(1 << 30),
              "--topic", f"demo:{PARTITIONS}:3", "--topic", f"outage:{PARTITIONS}:3") as mock:
        cluster = Cluster(mock.bootstrap)
        first_part(exe, cluster, "demo", count)
        second_part(exe, mock, cluster, "outage", seconds)


def main():
    ap = argparse.ArgumentParser(description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--brokers")
    ap.add_argument("--messages", type=int, default=100000)
    ap.add_argument("--seconds", type=int, default=12)
    args = ap.parse_args()
    toolchain()
    try:
        exe = program()
        if args.brokers:
            on_your_cluster(exe, args.brokers, args.messages)
        else:
            embedded(exe, args.messages, args.seconds)
    except (Failed, KafkaError, OSError) as e:
        sys.exit(f"\ndemo failed: {e}")
    say("\nAll as it should be.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
