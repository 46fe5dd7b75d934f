"""Small C programs. `twin` runs one with librdkafka 2.16 and with ours and compares what
it prints; `program` runs one with ours, which ends with status 0 if all is well."""

import difflib
import os

from common import check, compile_c, libdir, limit, loader_env, run, workdir

HERE = os.path.dirname(os.path.realpath(__file__))


def build(name):
    return compile_c(os.path.join(HERE, name + ".c"), os.path.join(workdir("c-" + name), name),
                     std="gnu99", extra=["-Wno-deprecated-declarations"])


def output(program, lib, timeout):
    return run([program], timeout, env=loader_env(libdir(lib)))


def twin(name, timeout=60):
    exe = build(name)
    theirs, ours = output(exe, "wheel", timeout), output(exe, "ours", timeout)
    diff = "\n".join(difflib.unified_diff(theirs.splitlines(), ours.splitlines(), "librdkafka",
                                          "ours", lineterm="", n=2))
    check(not diff, f"{name}: outputs differ\n{diff}")


def program(name, timeout=60):
    output(build(name), "ours", timeout)


@limit(300)
def test_pure():
    """Errors, headers, partition lists, ids, partitioners: as in librdkafka."""
    twin("pure")


@limit(120)
def test_h04_flush():
    """A negative time-out is not infinite."""
    program("flush")


@limit(120)
def test_h05_headers():
    """Who owns headers, empty and NULL."""
    program("headers")


@limit(120)
def test_h09_reports():
    """Reports that nobody takes."""
    program("reports")


@limit(120)
def test_h10_fork():
    """A handle in a forked child."""
    program("fork")
