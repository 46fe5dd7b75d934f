"""The programs of examples-c, built as their first lines say and run."""

import collections
import os
import random
import re
import signal
import subprocess
import sys
import time

from common import (ROOT, TARGET, TESTS, check, compile_c, headers, libdir, limit, loader_env,
                    on_kafka, run)

sys.path.insert(0, os.path.join(TESTS, "mock"))

LIB = os.environ.get("TEST_LIB", "ours")
HEADERS = os.environ.get("TEST_HEADERS", "ours")


def program(name):
    link = libdir("debian" if HEADERS == "debian" else "ours")
    return compile_c(os.path.join(ROOT, "examples-c", name + ".c"),
                     os.path.join(TARGET, "capi-tests", "examples", name), headers(HEADERS), link)


def env():
    return loader_env(libdir(LIB))


def topic(kafka, partitions=3):
    name = f"example-{random.randrange(10**9)}"
    kafka.cluster().create_topic(name, partitions)
    return name


def stored(kafka, name):
    parts = collections.defaultdict(list)
    for part, _off, _ts, key, value, _h in kafka.cluster().read(name):
        parts[part].append((key, value.decode()))
    return parts


def once_in_order(parts, expected):
    place = {v: i for i, v in enumerate(expected)}
    flat = [v for vs in parts.values() for _k, v in vs]
    check(sorted(flat) == sorted(expected), f"{len(flat)} stored, {len(expected)} sent")
    for values in parts.values():
        order = [place[v] for _k, v in values]
        check(order == sorted(order), "out of order")


@limit(90)
@on_kafka(1)
def test_producer(kafka):
    """Lines from a pipe arrive once and in order, with keys if asked for."""
    exe, name = program("producer"), topic(kafka)
    lines = [f"line {i}" for i in range(20000)] + ["", "x" * 50000]
    run([exe, kafka.bootstrap, name, "-p", "-X", "linger.ms=20"], 60, env(),
        "\n".join(lines) + "\n")
    check(re.search(r"20002 sent, 20002 delivered, 0 failed", run.stderr), run.stderr[-500:])
    check("latency p50" in run.stderr, run.stderr[-500:])
    once_in_order(stored(kafka, name), lines)
    name = topic(kafka)
    run([exe, kafka.bootstrap, name, "-k", ":"], 60, env(), "a:1\nb:2\na:3\n")
    got = [kv for kvs in stored(kafka, name).values() for kv in kvs]
    check(sorted(got) == [(b"a", "1"), (b"a", "3"), (b"b", "2")], str(got))


@limit(60)
@on_kafka(1)
def test_producer_interrupted(kafka):
    """Ctrl-C ends reading; what was read is delivered, and the program ends in order."""
    exe, name = program("producer"), topic(kafka, 1)
    p = subprocess.Popen([exe, kafka.bootstrap, name, "-X", "linger.ms=5000"],
                         stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                         env=dict(os.environ, **env()))
    p.stdin.write("".join(f"line {i}\n" for i in range(100)))
    p.stdin.flush()
    time.sleep(1)
    t0 = time.monotonic()
    p.send_signal(signal.SIGINT)
    status = p.wait(15)
    check(status == 0, f"status {status}\n{p.stderr.read()}")
    check(time.monotonic() - t0 < 4, "flush waits for linger.ms")
    once_in_order(stored(kafka, name), [f"line {i}" for i in range(100)])


@limit(60)
@on_kafka(1)
def test_produce_batch(kafka):
    """200 000 messages in batches, more than the queue holds."""
    exe, name = program("produce_batch"), topic(kafka, 4)
    out = run([exe, kafka.bootstrap, name, "200000"], 50, env())
    check(out == "200000 delivered, 0 failed, 0 left\n", out)
    ends = sum(kafka.cluster().end_offsets(name).values())
    check(ends == 200000, f"{ends} stored")


@limit(60)
@on_kafka(1)
def test_events_epoll(kafka):
    """Events through epoll: all delivered; SIGTERM stops early and still delivers."""
    exe, name = program("events_epoll"), topic(kafka, 2)
    out = run([exe, kafka.bootstrap, name, "2000", "2000"], 30, env())
    check(out == "2000 delivered, 0 failed, 0 left\n", out + run.stderr)
    p = subprocess.Popen([exe, kafka.bootstrap, name, "1000000", "1000"], text=True,
                         stdout=subprocess.PIPE, env=dict(os.environ, **env()))
    time.sleep(1.5)
    p.send_signal(signal.SIGTERM)
    out, _ = p.communicate(timeout=15)
    m = re.match(r"(\d+) delivered, 0 failed, 0 left", out)
    check(p.returncode == 0 and m and int(m[1]) > 300, out)
    check(sum(kafka.cluster().end_offsets(name).values()) == 2000 + int(m[1]), out)


@limit(60)
def test_outage():
    """The embedded cluster goes away for a third of the time; nothing is lost."""
    out = run([program("outage"), "--mock", "2000", "9"], 50, env())
    m = re.search(r"sent (\d+), delivered (\d+), failed 0, refused 0, left 0, out of order 0, "
                  r"longest pause between reports ([\d.]+) s", out)
    check(m and m[1] == m[2] and int(m[1]) > 15000, out + run.stderr[-2000:])
    check(2.5 < float(m[3]) < 9, f"no outage to be seen\n{out}")
    check("--- the broker goes up ---" in run.stderr, run.stderr)
