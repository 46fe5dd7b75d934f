"""Runs feeder.c and takes its lines apart."""

import os
import signal
import subprocess
import threading
import time
from collections import namedtuple

import common
from common import Failed, TESTS, check, compile_c, libdir, loader_env


Report = namedtuple("Report", "at number err")
Line = namedtuple("Line", "at level facility text")
Event = namedtuple("Event", "at err text")
End = namedtuple("End", "produced delivered failed left cpu_ms peak_kb")


COMPILING = threading.Lock()


def program():
    """feeder, compiled when it is not there yet."""
    path = os.path.join(common.TARGET, "capi-tests", "feeder", "feeder")
    source = os.path.join(TESTS, "feeder.c")
    with COMPILING:
        if not os.path.exists(path) or os.path.getmtime(path) < os.path.getmtime(source):
            compile_c(source, path, extra=["-I", TESTS])
    return path


class Feeder:
    """A running feeder. Times are those of time.monotonic(), in seconds."""

    def __init__(self, bootstrap, topic, *options, lib="ours", before=()):
        self.reports, self.lines, self.events, self.throttles = [], [], [], []
        self.end = None
        self.proc = subprocess.Popen(
            [*before, program(), "-b", bootstrap, "-t", topic, *map(str, options)],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
            env=dict(os.environ, **loader_env(libdir(lib))))
        self.other = []
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.proc.stdout:
            kind, _, rest = line.rstrip("\n").partition(" ")
            try:
                if kind == "D":
                    at, number, err = rest.split(" ")
                    self.reports.append(Report(int(at) / 1e6, int(number), err))
                elif kind == "L":
                    at, level, facility, text = rest.split(" ", 3)
                    self.lines.append(Line(int(at) / 1e6, int(level), facility, text))
                elif kind == "E":
                    at, err, text = rest.split(" ", 2)
                    self.events.append(Event(int(at) / 1e6, err, text))
                elif kind == "T":
                    self.throttles.append(rest)
                elif kind == "END":
                    self.end = End(*map(int, rest.split(" ")))
                else:
                    self.other.append(line)
            except ValueError:
                self.other.append(line)

    def stop(self):
        self.proc.send_signal(signal.SIGTERM)

    def names(self, resolve):
        """Makes name look-ups fail or work."""
        self.proc.send_signal(signal.SIGUSR2 if resolve else signal.SIGUSR1)

    def finish(self, timeout):
        """Waits for the end and returns its figures."""
        try:
            self.proc.wait(timeout)
        except subprocess.TimeoutExpired:
            self.proc.kill()
            self.proc.wait()
            raise Failed(f"feeder does not end\n{self.log()}") from None
        self.reader.join(5)
        check(self.proc.returncode == 0 and self.end,
              f"feeder ends with status {self.proc.returncode}\n{''.join(self.other)}\n{self.log()}")
        return self.end

    def log(self, since=0):
        return "\n".join(f"{line.at:.3f} {line.level} {line.facility} {line.text}"
                         for line in self.lines[-60:] if line.at >= since)

    def loud(self, since, until):
        """The log lines of level info and more severe of a time."""
        return [line for line in self.lines if line.level <= 6 and since <= line.at <= until]

    def wait_delivered(self, number, timeout):
        """Waits until so many messages have been delivered."""
        give_up = time.monotonic() + timeout
        while time.monotonic() < give_up:
            if sum(not r.err.startswith("_") for r in list(self.reports)) >= number:
                return
            if self.proc.poll() is not None:
                break
            time.sleep(0.01)
        raise Failed(f"{len(self.reports)} reports, not {number}, after {timeout} s\n"
                     f"{''.join(self.other)}\n{self.log()}")

    def first_delivery(self, since):
        """Time of the first delivered message reported after `since`, or None."""
        return next((r.at for r in list(self.reports) if r.err == "-" and r.at >= since), None)


def all_stored(values, end, doubled_max=0):
    """All produced messages are stored, in order; `doubled_max` of them may be there again."""
    numbers = [int(v.split()[0]) for v in values]
    first = list(dict.fromkeys(numbers))
    check(first == list(range(end.produced)),
          f"{end.produced} produced, {len(first)} different ones stored, "
          f"{'in order' if first == sorted(first) else 'not in order'}")
    check(len(numbers) - len(first) <= doubled_max, f"{len(numbers) - len(first)} stored twice")
    check(end.delivered == end.produced and not end.failed and not end.left, str(end))
