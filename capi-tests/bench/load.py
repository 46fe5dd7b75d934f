"""What bench.c sent, counted in the log of the broker."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
from common import TARGET, TESTS, check, compile_c, headers, libdir  # noqa: E402


def bench_program():
    """Compiled once, against an old interface that every library has."""
    exe = os.path.join(TARGET, "capi-tests", "bench")
    source = os.path.join(TESTS, "bench", "bench.c")
    if not os.path.exists(exe) or os.path.getmtime(exe) < os.path.getmtime(source):
        compile_c(source, exe, headers("debian"), libdir("debian"))
    return exe


class Tally:
    """Reads a topic that bench wrote: how often each number is stored, and whether
    the numbers rise within each partition."""

    def __init__(self, cluster, topic):
        self.count = {}
        self.per_partition = {}
        self.disordered = []
        for part, off, _ts, _key, value, _h in cluster.read(topic):
            number = int(value[:value.index(b" ")])
            if number < 0:
                continue  # warm-up
            last = self.per_partition.get(part, -1)
            # A repeat of what is stored already is counted, not called disorder.
            if number in self.count:
                self.count[number] += 1
                continue
            self.count[number] = 1
            if number < last:
                self.disordered.append((part, off, number, last))
            else:
                self.per_partition[part] = number

    def exactly(self, n, doubled_max=0):
        """0..n-1 are there, in order, at most `doubled_max` of them more than once."""
        lost = n - sum(1 for i in range(n) if i in self.count)
        doubled = sum(1 for c in self.count.values() if c > 1)
        print(f"stored {sum(self.count.values())}, lost {lost}, doubled {doubled}, "
              f"disordered {len(self.disordered)}")
        check(not lost, f"{lost} of {n} lost")
        check(not self.disordered, f"out of order: {self.disordered[:5]}")
        check(len(self.count) == n, f"{len(self.count)} numbers, {n} were sent")
        check(doubled <= doubled_max, f"{doubled} stored more than once")
