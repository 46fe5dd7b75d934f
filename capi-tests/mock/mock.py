"""A mock cluster in a process of its own: starts target/release/rdkafka-mock (or
$RDKAFKA_MOCK) and talks to it.

    with Mock("--brokers", "3") as mock:
        ... mock.bootstrap ...
        mock("broker 2 down")
"""

import os
import subprocess

from common import TARGET, Failed


def program():
    """The path of rdkafka-mock."""
    path = os.environ.get("RDKAFKA_MOCK") or os.path.join(TARGET, "release", "rdkafka-mock")
    if not os.path.exists(path):
        raise Failed(f"{path} is not there: run make first")
    return path


class Mock:
    def __init__(self, *options):
        self.process = subprocess.Popen([program(), *options], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.bootstrap = self._first("bootstrap.servers")
        self.control = self._first("control") if "--control" in options else None

    def _first(self, name):
        line = self.process.stdout.readline().rstrip("\n")
        key, _, value = line.partition("=")
        if key != name:
            self.close()
            raise Failed(f"rdkafka-mock said {line!r} instead of {name}=")
        return value

    def ask(self, command):
        """Runs a command: (data lines, last line)."""
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        return answer(self.process.stdout, command)

    def __call__(self, command):
        """Runs a command that has to succeed; its data lines."""
        data, last = self.ask(command)
        if last.split()[0] != "ok":
            raise Failed(f"{command}: {last}")
        return data

    def close(self):
        """Ends the cluster; the exit status."""
        self.process.stdin.close()
        try:
            return self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise Failed("rdkafka-mock does not end") from None
        finally:
            self.process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def answer(stream, command):
    """Reads the answer to a command: (data lines, last line)."""
    data = []
    for line in stream:
        line = line.rstrip("\n")
        if line == "ok" or line.startswith(("ok ", "error ")):
            return data, line
        data.append(line)
    raise Failed(f"{command}: no answer")
