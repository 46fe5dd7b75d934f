#!/usr/bin/env python3
"""Runs all tests of the repository, or those whose name contains a word:

    run.py [--list] [-v] [WORD ...]

A test is a function `test_*` of a file capi-tests/*/test_*.py. It fails by raising;
`limit` bounds its time, `kafka` starts a Kafka node for it (one for all). Each runs
in a process of its own, which is ended with all its children when its time is up.
The last line is `N passed, N failed`.
"""

import argparse
import glob
import importlib.util
import os
import signal
import sys
import tempfile
import time
import traceback

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, HERE)
import common  # noqa: E402
from kafka import Kafka  # noqa: E402

# The order: what is quick and tells most comes first.
ORDER = ("rust", "abi", "packaging", "c", "regress", "plugins", "twin", "agents", "examples",
         "hostile", "outage", "stress", "chaos", "kafka", "clients", "demo", "memory", "valgrind",
         "bench")


class Test:
    def __init__(self, suite, name, fn):
        self.name = suite + "." + name.removeprefix("test_")
        self.fn = fn
        self.limit_s = getattr(fn, "limit_s", 120)
        self.kafka_nodes = getattr(fn, "kafka_nodes", 0)


def load():
    tests = []
    for path in glob.glob(os.path.join(HERE, "*", "test_*.py")):
        suite = os.path.basename(path)[len("test_"):-len(".py")]
        spec = importlib.util.spec_from_file_location(f"test_{suite}", path)
        module = importlib.util.module_from_spec(spec)
        sys.path.insert(0, os.path.dirname(path))
        spec.loader.exec_module(module)
        for name, fn in vars(module).items():
            if name.startswith("test_") and callable(fn):
                tests.append(Test(suite, name, fn))
    rank = {s: i for i, s in enumerate(ORDER)}
    tests.sort(key=lambda t: rank.get(t.name.split(".")[0], len(ORDER)))
    return tests


class Clusters:
    """Kafka clusters that tests share, by their number of nodes; started when the
    first test asks, stopped when the last one is done."""

    def __init__(self):
        self.up = {}

    def get(self, nodes):
        if nodes and nodes not in self.up:
            self.up[nodes] = Kafka(f"/tmp/librdkafka-rs-check-{os.getpid()}-{nodes}").up(nodes)
        return self.up.get(nodes)

    def release(self, still_needed):
        for nodes in [n for n in self.up if n not in still_needed]:
            self.up.pop(nodes).down()


def run_one(test, clusters):
    """-> (seconds, whether it passed, what it said)"""
    t0 = time.monotonic()
    try:
        cluster = clusters.get(test.kafka_nodes)
    except Exception as e:  # noqa: BLE001 - whatever keeps Kafka from coming up
        return time.monotonic() - t0, False, f"no Kafka: {e}"
    t0 = time.monotonic()
    with tempfile.TemporaryFile() as out:
        sys.stdout.flush()
        pid = os.fork()
        if pid == 0:
            os.setsid()
            os.dup2(out.fileno(), 1)
            os.dup2(out.fileno(), 2)
            code = 1
            try:
                test.fn(cluster) if test.kafka_nodes else test.fn()
                code = 0
            except common.Failed as e:
                print(e)
            except BaseException:  # noqa: BLE001 - reported as the test's failure
                traceback.print_exc()
            sys.stdout.flush()
            os._exit(code)
        status = None
        while time.monotonic() - t0 < test.limit_s:
            done, st = os.waitpid(pid, os.WNOHANG)
            if done:
                status = st
                break
            time.sleep(0.02)
        kill_session(pid)
        if status is None:
            os.waitpid(pid, 0)
        out.seek(0)
        text = out.read().decode(errors="replace")
    took = time.monotonic() - t0
    if status is None:
        return took, False, f"no end after {test.limit_s} s\n{text[-6000:]}"
    return took, status == 0, text[-6000:] or (f"exit status {status}" if status else "")


def kill_session(sid):
    """Ends all processes of the session that a test ran in."""
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as f:
                if int(f.read().rpartition(")")[2].split()[3]) == sid:
                    os.kill(int(entry), signal.SIGKILL)
        except (OSError, ValueError):
            pass


def main():
    ap = argparse.ArgumentParser(description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--list", action="store_true")
    ap.add_argument("-v", "--verbose", action="store_true", help="show what passing tests say")
    ap.add_argument("words", nargs="*", metavar="WORD")
    args = ap.parse_args()
    tests = [t for t in load() if not args.words or any(w in t.name for w in args.words)]
    if args.list:
        for t in tests:
            doc = (t.fn.__doc__ or "").strip().split("\n\n")[0]
            print(f"{t.name:32} {' '.join(doc.split())}")
        return 0
    clusters, failed = Clusters(), []
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        for i, test in enumerate(tests):
            clusters.release({t.kafka_nodes for t in tests[i:]})
            took, passed, said = run_one(test, clusters)
            print(f"{'ok  ' if passed else 'FAIL'} {test.name:32} {took:7.1f} s", flush=True)
            if not passed:
                failed.append(test.name)
            if said and (args.verbose or not passed):
                print("".join(f"     | {line}\n" for line in said.splitlines()), flush=True)
    finally:
        clusters.release(())
    for name in failed:
        print(f"failed: {name}")
    print(f"{len(tests) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed or not tests else 0


if __name__ == "__main__":
    sys.exit(main())
