"""What log shippers such as Fluent Bit rely on, and which threads run what."""

import os

from common import TESTS, check, compile_c, libdir, limit, loader_env, run, workdir
from mocks import Mock

HERE = os.path.dirname(os.path.realpath(__file__))
# Bytes of stack that a call may use in a release build.
STACK_OF_PRODUCE, STACK_OF_POLL = 4096, 8192


def case(program, *args, timeout=50):
    """Runs PROGRAM.c with our library; it exits with 0 if all holds."""
    path = compile_c(os.path.join(HERE, program + ".c"),
                     os.path.join(workdir(f"agents-{program}-{args[0]}"), program),
                     extra=["-I", TESTS])
    # Symbols are bound at once, so that no binding is counted as a call's stack.
    out = run([path, *map(str, args)], timeout, env=dict(loader_env(libdir("ours")), LD_BIND_NOW="1"))
    print(out, end="")
    return out


def on_mock(program, name, *args):
    with Mock(1) as mock:
        return case(program, name, mock.bootstrap, "logs", *args)


def stack(size):
    used = {name: int(n) for name, n in (line.split() for line in case("stack", size).splitlines())}
    for call, n in used.items():
        most = STACK_OF_PRODUCE if call in ("produce", "queue-full") else STACK_OF_POLL
        check(n <= most, f"{call} uses {n} bytes of stack")


@limit(60)
def test_small_stack():
    """Produce, poll and callbacks on a coroutine's stack of 64 KiB, little of it used."""
    stack(64 * 1024)


@limit(60)
def test_smaller_stack():
    """The same on 24 KiB."""
    stack(24 * 1024)


@limit(60)
def test_free_of_fresh_conf():
    """Plain free() on a fresh configuration."""
    case("agent", "free-conf")


@limit(60)
def test_last_error():
    """The last error is the thread's own and survives other calls."""
    case("agent", "last-error")


@limit(60)
def test_refused_conf():
    """A configuration that rd_kafka_new refuses stays the caller's."""
    case("agent", "new-fails")


@limit(60)
def test_callbacks_end():
    """Name and opaque in log_cb from the first line on; no callback after destroy."""
    case("agent", "callbacks-end")


@limit(60)
def test_destroy_with_queue():
    """destroy with queued messages is quick and says how many they were."""
    case("agent", "queued")


@limit(60)
def test_reports():
    """Delivery reports come from poll and flush, in the caller's thread."""
    on_mock("agent", "reports")


@limit(60)
def test_cycles():
    """Many handles in turn: threads, descriptors and memory come back."""
    on_mock("agent", "cycles", 200)


@limit(60)
def test_few_descriptors():
    """A process that has no descriptors left is told, and nothing leaks."""
    on_mock("agent", "few-descriptors")


@limit(60)
def test_workers():
    """Four threads on one handle with a queue that is often full."""
    on_mock("agent", "workers")


@limit(60)
def test_callback_threads():
    """Reports, errors and statistics come in the polling thread."""
    on_mock("threads", "callbacks")


@limit(60)
def test_internal_threads():
    """Their names, that they block all signals, and that they end."""
    on_mock("threads", "look")


@limit(60)
def test_thread_interceptors():
    """Threads tell of their start and their end."""
    on_mock("threads", "interceptors")
