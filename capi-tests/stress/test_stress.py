"""Threads that do everything at once, while brokers go and come back."""

import os
import random

from common import TESTS, compile_c, libdir, limit, loader_env, run, workdir

HERE = os.path.dirname(os.path.realpath(__file__))


def stress(name, *conf, seconds=4):
    """Each accepted message is reported once, nothing hangs, no thread is left."""
    program = compile_c(os.path.join(HERE, "stress.c"), os.path.join(workdir("stress-" + name), "stress"),
                        extra=["-I", TESTS])
    seed = random.SystemRandom().randrange(1, 1000000)
    print("seed", seed)
    print(run([program, str(seconds), str(seed), *conf], 80, env=loader_env(libdir("ours"))))


@limit(90)
def test_plain():
    """All calls from four threads."""
    stress("plain")


@limit(90)
def test_one_in_flight():
    """One request at a time, no linger, small batches."""
    stress("one", "max.in.flight=1", "linger.ms=0", "batch.size=500", "compression.codec=zstd")


@limit(90)
def test_short_times():
    """Messages and requests that time out, a small queue, a thread for each broker."""
    stress("short", "message.timeout.ms=300", "request.timeout.ms=200", "socket.timeout.ms=200",
           "queue.buffering.max.messages=200", "broker.threads=0", "debug=all")
