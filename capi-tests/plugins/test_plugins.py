"""Plug-ins and the interceptors of configuration objects, as librdkafka has them."""

import difflib
import os

from common import check, compile_c, libdir, limit, loader_env, run, workdir

HERE = os.path.dirname(os.path.realpath(__file__))


def fold(text):
    """The lines without immediate repeats: librdkafka shows some properties several times."""
    lines = text.splitlines()
    return [line for i, line in enumerate(lines) if i == 0 or line != lines[i - 1]]


@limit(300)
def test_plugins():
    """Loading, refusal, what a plug-in sees, takes and refuses, duplicates."""
    d = workdir("plugins")
    shared = ["-shared", "-fPIC"]
    compile_c(os.path.join(HERE, "plugin.c"), os.path.join(d, "plugin.so"), extra=shared)
    with open(os.path.join(d, "other.c"), "w", encoding="utf-8") as f:
        f.write("int other = 1;\n")
    compile_c(os.path.join(d, "other.c"), os.path.join(d, "other.so"), extra=shared)
    host = compile_c(os.path.join(HERE, "host.c"), os.path.join(d, "host"))

    def lines(lib):
        out = run([host, os.path.join(d, "plugin"), os.path.join(d, "other")], 60,
                  env=loader_env(libdir(lib)))
        return fold(out)

    ours, theirs = lines("ours"), lines("wheel")
    diff = "\n".join(difflib.unified_diff(theirs, ours, "librdkafka", "ours", lineterm="", n=2))
    check(not diff, f"outputs differ\n{diff}")
    check(any("plugin sees batch.size=1000" in line for line in ours), "the plug-in saw nothing")
