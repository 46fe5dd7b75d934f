"""A mock cluster in a process of its own, for the tests: starts `rdkafka-mock`, sends it
commands, reads back what it stores."""

import os
import subprocess

import common
from common import Failed, ROOT


def program():
    """The mock cluster's program; RDKAFKA_MOCK names another."""
    path = os.environ.get("RDKAFKA_MOCK") or os.path.join(common.TARGET, "release", "rdkafka-mock")
    if not os.path.exists(path):
        raise Failed(f"{path} is not there: run make first")
    return path


class Mock:
    """A cluster of `brokers` brokers; use it in a `with`."""

    def __init__(self, brokers=1, *options):
        self.proc = subprocess.Popen([program(), "--brokers", str(brokers), *map(str, options)],
                                     stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.bootstrap = self.proc.stdout.readline().strip().partition("=")[2]
        self.ports = [int(b.rpartition(":")[2]) for b in self.bootstrap.split(",")]

    def __call__(self, *words):
        """Runs a command; returns its data lines."""
        self.proc.stdin.write(" ".join(map(str, words)) + "\n")
        self.proc.stdin.flush()
        lines = []
        for line in self.proc.stdout:
            line = line.rstrip("\n")
            if line.startswith("error"):
                raise Failed(f"mock cluster: {' '.join(map(str, words))}: {line}")
            if line.startswith("ok"):
                return lines
            lines.append(line)
        raise Failed("the mock cluster is gone")

    def stored(self, topic, partition=0):
        """The values stored in a partition, in order."""
        values = []
        while True:
            lines = self("log", topic, partition, len(values), 1000)
            if not lines:
                return values
            values += [line.split("\t")[3] for line in lines]

    def close(self):
        self.proc.kill()
        self.proc.wait()
        self.proc.stdin.close()
        self.proc.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
