"""Small C programs. `twin` runs one with librdkafka 2.16 and with ours and compares what
it prints; `program` runs one with ours, which ends with status 0 if all is well."""

import ctypes
import difflib
import os
import sys

from common import ROOT, check, compile_c, libdir, limit, loader_env, ours, run, workdir

HERE = os.path.dirname(os.path.realpath(__file__))


def build(name):
    return compile_c(os.path.join(HERE, name + ".c"), os.path.join(workdir("c-" + name), name),
                     std="gnu99", extra=["-Wno-deprecated-declarations"])


def output(program, lib, timeout):
    return run([program], timeout, env=loader_env(libdir(lib)))


def twin(name, timeout=60):
    exe = build(name)
    theirs, mine = output(exe, "wheel", timeout), output(exe, "ours", timeout)
    diff = "\n".join(difflib.unified_diff(theirs.splitlines(), mine.splitlines(), "librdkafka",
                                          "ours", lineterm="", n=2))
    check(not diff, f"{name}: outputs differ\n{diff}")


def program(name, timeout=60):
    output(build(name), "ours", timeout)


@limit(300)
def test_pure():
    """Errors, headers, partition lists, ids, partitioners: as in librdkafka."""
    twin("pure")


@limit(300)
def test_partitioner():
    """A partitioner of the application: as in librdkafka."""
    twin("partitioner")


@limit(120)
def test_headers():
    """Who owns headers, empty and NULL."""
    program("headers")


@limit(120)
def test_background():
    """The background queue, and a queue with a file descriptor."""
    program("background")


@limit(120)
def test_sockets():
    """Socket, connect, resolve and close functions of the application."""
    program("sockets")


@limit(120)
def test_destroy():
    """A handle destroyed by a callback, and while another thread waits in a call."""
    program("destroy")


ALL_ZERO = """
import ctypes, os, sys
lib = ctypes.CDLL(sys.argv[1])
for name in sys.argv[2:]:
    print(name, flush=True)
    function = getattr(lib, name)
    function.restype = ctypes.c_void_p
    function(*[ctypes.c_void_p(None)] * 10)
os._exit(0)
"""


@limit(120)
def test_null_arguments():
    """No function crashes when all its arguments are NULL and 0."""
    lib = ctypes.CDLL(ours())
    with open(os.path.join(ROOT, "capi-tests", "abi", "functions.tsv"), encoding="utf-8") as f:
        names = [line.split("\t")[0] for line in f][1:]
    names = [name for name in names if hasattr(lib, name)]
    check(len(names) > 200, f"only {len(names)} functions")
    out = run([sys.executable, "-c", ALL_ZERO, ours(), *names], 100, ok=None)
    check(run.returncode == 0, f"status {run.returncode} after {out.split()[-1]}")
