#!/usr/bin/env python3
"""Runs small C programs under librdkafka and under this library and compares what
they print, line by line.

    twins.py [--libs wheel,ours] [--headers debian|ours] [--show] [PROGRAM ...]

The first library is the reference: wheel (librdkafka 2.16 from PyPI), debian (2.0.2)
or a path. A program says in its first lines what it needs:

    twin: topics NAME=PARTITIONS ...    runs against Kafka, gets the bootstrap servers
                                        and a prefix for these topics as arguments

Without that it gets no arguments and finds its own broker, such as the embedded
mock cluster, if it needs one. What differs from run to run (ports, times, ids) a
program keeps out of its output.
"""

import argparse
import difflib
import glob
import os
import random
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
from common import (TARGET, Failed, check, compile_c, headers, libdir, loader_env,  # noqa: E402
                    no_loader_error, run)
from kafka import Kafka  # noqa: E402
from wire import Cluster  # noqa: E402

HERE = os.path.dirname(os.path.realpath(__file__))
LIMIT_S = 60


class Twin:
    def __init__(self, source):
        self.source = source
        self.name = os.path.basename(source)[:-2]
        with open(source, encoding="utf-8") as f:
            head = f.read(2000)
        m = re.search(r"twin: topics ((?:[\w.-]+=\d+\s*)+)", head)
        self.topics = dict(t.split("=") for t in m[1].split()) if m else None

    def compile(self, which):
        out = os.path.join(TARGET, "capi-tests", "twin", f"{self.name}-{which}")
        link = libdir("debian" if which == "debian" else "ours")
        return compile_c(self.source, out, headers(which), link, std="gnu99",
                         extra=["-Wno-deprecated-declarations", "-I", HERE])

    def arguments(self, bootstrap):
        """Creates fresh topics, if the program wants any; what to call it with."""
        if self.topics is None:
            return []
        prefix = f"twin-{self.name}-{random.randrange(10**9)}"
        for topic, partitions in self.topics.items():
            Cluster(bootstrap).create_topic(f"{prefix}-{topic}", int(partitions))
        return [bootstrap, prefix]

    def output(self, exe, lib, bootstrap):
        out = run([exe, *self.arguments(bootstrap)], LIMIT_S, loader_env(libdir(lib)))
        no_loader_error(run.stderr)
        return out.splitlines(), run.stderr


def programs():
    return [Twin(s) for s in sorted(glob.glob(os.path.join(HERE, "*.c")))]


def compare(twin, libs, which_headers, bootstrap, show=False):
    """Raises Failed when a library prints anything else than the first one."""
    exe = twin.compile(which_headers)
    first, first_err = twin.output(exe, libs[0], bootstrap)
    if show:
        print("\n".join(first))
        print(first_err, file=sys.stderr)
    check(first, f"{twin.name} prints nothing")
    for lib in libs[1:]:
        other, err = twin.output(exe, lib, bootstrap)
        if other != first:
            diff = "\n".join(difflib.unified_diff(first, other, libs[0], lib, n=1, lineterm=""))
            raise Failed(f"{twin.name} differs:\n{diff[:5000]}\n{err[-1500:]}")
    return len(first)


def main():
    ap = argparse.ArgumentParser(description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--libs", default="wheel,ours")
    ap.add_argument("--headers", default="ours", choices=("ours", "debian"))
    ap.add_argument("--bootstrap")
    ap.add_argument("--show", action="store_true", help="print what the reference prints")
    ap.add_argument("names", nargs="*", metavar="PROGRAM")
    args = ap.parse_args()
    twins = [t for t in programs() if not args.names or t.name in args.names]
    kafka, bootstrap, failed = None, args.bootstrap, 0
    if not bootstrap and any(t.topics is not None for t in twins):
        kafka = Kafka(f"/tmp/librdkafka-rs-twin-{os.getpid()}").up()
        bootstrap = kafka.bootstrap
    try:
        for t in twins:
            try:
                lines = compare(t, args.libs.split(","), args.headers, bootstrap, args.show)
                print(f"ok    {t.name}: {lines} lines", flush=True)
            except Failed as e:
                failed += 1
                print(f"FAIL  {e}", flush=True)
    finally:
        if kafka:
            kafka.down()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
