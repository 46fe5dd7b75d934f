#!/usr/bin/env python3
"""Measures librdkafka and this library in turn with the same program against the
same broker, and prints medians and ratios.

    run.py [--libs wheel,ours] [--rounds 5] [--messages 1000000] [--bootstrap HOST:PORT]
           [--mock] [WORKLOAD ...]

Libraries: ours, wheel (librdkafka 2.16 from PyPI), debian (2.0.2), or a path. The
ratio is that of the last to the first: messages/s over messages/s, CPU time of the
first over that of the last, so that more is better in both. On shared cores only the
ratios of runs that took turns mean something. Without --bootstrap it starts Kafka;
with --mock it starts the mock cluster program, which costs less of the machine.
"""

import argparse
import json
import os
import statistics
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
from common import TESTS, libdir, run  # noqa: E402

sys.path.insert(0, os.path.join(TESTS, "mock"))
from kafka import Kafka  # noqa: E402
from load import bench_program  # noqa: E402
from mock import Mock  # noqa: E402
from wire import Cluster  # noqa: E402

# name: (share of the messages, arguments)
WORKLOADS = {
    "100B": (1.0, ["-s", "100", "-p", "4"]),
    "100B-lz4": (1.0, ["-s", "100", "-p", "4", "-X", "compression.type=lz4"]),
    "1KiB": (0.25, ["-s", "1024", "-p", "4"]),
    "100B-linger0": (0.5, ["-s", "100", "-p", "4", "-X", "linger.ms=0"]),
    "100B-12p": (1.0, ["-s", "100", "-p", "12"]),
    "100B-10000/s": (0.03, ["-s", "100", "-p", "4", "-r", "10000"]),
}


def measure(exe, lib, bootstrap, topic, count, args, timeout=180):
    out = run([exe, "-b", bootstrap, "-t", topic, "-n", str(count), "-w", "1000",
               "-X", "queue.buffering.max.messages=500000", "-X", "acks=all", *args],
              timeout, {"LD_LIBRARY_PATH": libdir(lib)})
    return json.loads(out)


def compare(bootstrap, libs, rounds, messages, workloads, create):
    """Results per workload and library; `create` makes a topic of 12 partitions."""
    exe = bench_program()
    rows = []
    for name in workloads:
        share, args = WORKLOADS[name]
        results = {lib: [] for lib in libs}
        topic = f"bench-{os.getpid()}-{name.replace('/', '-')}"
        create(topic)
        for r in range(rounds):
            for lib in libs if r % 2 == 0 else libs[::-1]:
                results[lib].append(
                    measure(exe, lib, bootstrap, topic, int(messages * share), args))
        rows.append((name, results))
    return rows


def on_kafka(bootstrap):
    return lambda topic: Cluster(bootstrap).create_topic(
        topic, 12, 1, {"retention.bytes": str(64 << 20), "segment.bytes": str(32 << 20)})


def on_mock(mock):
    return lambda topic: mock(f"topic {topic} 12")


def median(results, field):
    return statistics.median(r[field] for r in results)


def table(rows, libs):
    head = f"{'workload':14} {'library':22} {'messages/s':>11} {'CPU ns/msg':>11} " \
           f"{'user':>6} {'sys':>6} {'p50 ms':>8} {'p99 ms':>8} {'RSS MiB':>8}"
    out = [head, "-" * len(head)]
    for name, results in rows:
        for lib in libs:
            r = results[lib]
            label = f"{os.path.basename(lib)} {r[0]['version']}"
            out.append(f"{name:14} {label:22} {median(r, 'per_second'):11,.0f} "
                       f"{median(r, 'cpu_ns'):11.0f} {median(r, 'user_ns'):6.0f} "
                       f"{median(r, 'sys_ns'):6.0f} {median(r, 'p50_ms'):8.2f} "
                       f"{median(r, 'p99_ms'):8.2f} {median(r, 'rss_kib') / 1024:8.0f}")
        if len(libs) > 1:
            a, b = results[libs[0]], results[libs[-1]]
            out.append(f"{'':14} {'ratio':22} "
                       f"{median(b, 'per_second') / median(a, 'per_second'):11.2f} "
                       f"{median(a, 'cpu_ns') / median(b, 'cpu_ns'):11.2f}")
    return "\n".join(out)


def main():
    ap = argparse.ArgumentParser(description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--libs", default="wheel,ours")
    ap.add_argument("--rounds", type=int, default=5)
    ap.add_argument("--messages", type=int, default=1000000)
    ap.add_argument("--bootstrap")
    ap.add_argument("--mock", action="store_true")
    ap.add_argument("workloads", nargs="*", metavar="WORKLOAD", choices=[[], *WORKLOADS])
    args = ap.parse_args()
    libs = args.libs.split(",")
    bootstrap, stop = args.bootstrap, None
    if args.mock:
        mock = Mock("--brokers", "1")
        bootstrap, stop, create = mock.bootstrap, mock.close, on_mock(mock)
    elif not bootstrap:
        kafka = Kafka(f"/tmp/librdkafka-rs-bench-{os.getpid()}").up()
        bootstrap, stop = kafka.bootstrap, kafka.down
    if not args.mock:
        create = on_kafka(bootstrap)
    try:
        print(table(compare(bootstrap, libs, args.rounds, args.messages,
                            args.workloads or list(WORKLOADS),
                            create), libs))
    finally:
        if stop:
            stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
