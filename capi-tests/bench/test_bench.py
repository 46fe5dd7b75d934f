"""The benchmark runs, and ours costs no more CPU time than librdkafka."""

import statistics

import run as bench
from common import check, limit
from mock import Mock

LIBS = ["wheel", "ours"]


@limit(300)
def test_smoke():
    """100 B messages to the mock cluster: at least as good as librdkafka 2.16."""
    with Mock("--brokers", "1") as mock:
        rows = bench.compare(mock.bootstrap, LIBS, 5, 300000, ["100B"],
                             bench.on_mock(mock))
    print(bench.table(rows, LIBS))
    theirs, ours = (rows[0][1][lib] for lib in LIBS)

    def ratio(field):
        return statistics.median(r[field] for r in ours) / statistics.median(r[field] for r in theirs)

    check(1 / ratio("cpu_ns") >= 1.0, f"CPU time is {ratio('cpu_ns'):.2f} of librdkafka's")
    # Wall clock on shared cores says little: only a collapse counts.
    check(ratio("per_second") >= 0.5, f"rate is {ratio('per_second'):.2f} of librdkafka's")
