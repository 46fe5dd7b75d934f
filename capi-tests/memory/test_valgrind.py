"""Twins and examples under valgrind: no invalid access, no use of undefined values, no
leak. (test_memory.py does the same for the programs that check themselves.)"""

import os
import sys

from common import TESTS, check, libdir, limit, loader_env, need, on_kafka, run

sys.path.insert(0, os.path.join(TESTS, "twin"))
sys.path.insert(0, os.path.join(TESTS, "examples"))
sys.path.insert(0, os.path.join(TESTS, "mock"))
import test_examples  # noqa: E402
import twins  # noqa: E402

ERROR = 99
LIMIT_S = 280
VALGRIND = ["valgrind", "-q", "--tool=memcheck", "--leak-check=full", "--fair-sched=yes",
            "--show-leak-kinds=definite,indirect", "--errors-for-leak-kinds=definite,indirect",
            f"--error-exitcode={ERROR}", "--num-callers=25"]

# Long or made for speed; what they do is in the others too.
NOT_THESE = {"confwarn", "mock"}


def clean(exe, *args, stdin=None):
    """Runs a program under valgrind. Slow as it is there, a program may find that it
    took too long and say so: only valgrind's verdict counts."""
    need("valgrind", "valgrind")
    out = run([*VALGRIND, exe, *args], LIMIT_S, loader_env(libdir("ours")), stdin=stdin, ok=None)
    print(out[-1500:])
    print(run.stderr[-8000:])
    check("valgrind:" not in run.stderr, "valgrind did not run the program")
    check(out or run.stderr, "the program said nothing: did it run?")
    check(run.returncode != ERROR, "valgrind found errors")
    check(run.returncode >= 0, f"ended by signal {-run.returncode}")


def twin_test(twin):
    def test(kafka):
        exe = twin.compile("ours")
        clean(exe, *twin.arguments(kafka.bootstrap))
    test.__doc__ = f"twin/{twin.name}.c"
    return on_kafka(1)(limit(300)(test))


for _twin in twins.programs():
    if _twin.name not in NOT_THESE:
        globals()[f"test_twin_{_twin.name}"] = twin_test(_twin)


@limit(300)
@on_kafka(1)
def test_examples_producer(kafka):
    """examples-c/producer.c"""
    clean(test_examples.program("producer"), kafka.bootstrap, test_examples.topic(kafka), "-p",
          stdin="".join(f"line {i}\n" for i in range(2000)))


@limit(300)
@on_kafka(1)
def test_examples_batch(kafka):
    """examples-c/produce_batch.c"""
    clean(test_examples.program("produce_batch"), kafka.bootstrap, test_examples.topic(kafka), "5000")


@limit(300)
@on_kafka(1)
def test_examples_epoll(kafka):
    """examples-c/events_epoll.c"""
    clean(test_examples.program("events_epoll"), kafka.bootstrap, test_examples.topic(kafka),
          "500", "500")


@limit(300)
def test_examples_outage():
    """examples-c/outage.c"""
    clean(test_examples.program("outage"), "--mock", "200", "9")
