"""Small C programs that print what they observe: compiled once against our headers, run
with librdkafka 2.16 and with ours, and the outputs compared."""

import difflib
import os

from common import check, compile_c, libdir, limit, loader_env, run, workdir

HERE = os.path.dirname(os.path.realpath(__file__))


def output(program, lib, *args, timeout=60):
    return run([program, *args], timeout, env=loader_env(libdir(lib)))


def twin(name, *args, timeout=60):
    """Compiles NAME.c and checks that it prints the same with both libraries."""
    program = compile_c(os.path.join(HERE, name + ".c"), os.path.join(workdir("c-" + name), name))
    theirs = output(program, "wheel", *args, timeout=timeout)
    ours = output(program, "ours", *args, timeout=timeout)
    diff = "\n".join(difflib.unified_diff(theirs.splitlines(), ours.splitlines(), "librdkafka",
                                          "ours", lineterm="", n=2))
    check(not diff, f"{name}: outputs differ\n{diff}")


@limit(300)
def test_pure():
    """Errors, headers, partition lists, ids, partitioners."""
    twin("pure")
