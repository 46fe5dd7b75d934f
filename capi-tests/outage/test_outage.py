"""Faults between a producer and its brokers: what was queued arrives once and in order,
soon after the fault is over, and the log says what happened in few lines."""

import threading
import time
import traceback

from common import Failed, check, limit
from feed import Feeder, all_stored
from mocks import Mock
from faultyproxy import BlackHole, Proxy

BACKOFF_MAX_S = 10  # reconnect.backoff.max.ms by default
RATE = 20
# A machine that is busy with other things gets this much more.
SLACK_S = 0.5
# Lines of an outage beside one per broker and second: all down, connected again, ...
MORE_LINES = 5


class Result:
    """What an outage looked like."""

    def __init__(self, feeder, began, over, brokers):
        self.feeder, self.began, self.over = feeder, began, over
        first = feeder.first_delivery(over)
        check(first, f"nothing delivered after the outage\n{feeder.log(began)}")
        self.back_s = first - over
        self.lines = feeder.loud(began - 0.1, first + 1)
        text = "\n".join(f"{line.at - began:7.3f} {line.level} {line.facility} {line.text}"
                         for line in self.lines)
        print(f"{over - began:.0f} s of outage, {len(self.lines)} lines, first delivery "
              f"{self.back_s:.3f} s after it\n{text}\n")
        allowed = brokers * (over - began + 1 + self.back_s) + MORE_LINES
        check(len(self.lines) <= allowed, f"{len(self.lines)} log lines")

    def says(self, *words, times=None):
        n = sum(all(w in line.text or w == line.facility for w in words) for line in self.lines)
        check(n == times if times is not None else n >= 1, f"{n} lines say {words}")

    def back_within(self, seconds):
        check(self.back_s <= seconds + SLACK_S, f"first delivery after {self.back_s:.3f} s")


def outage(fault_s, begin, end, feeder, brokers=1):
    """Warms up, makes the fault and ends it; the feeder goes on for three seconds."""
    feeder.wait_delivered(10, 10)
    time.sleep(0.5)
    began = time.monotonic()
    begin()
    time.sleep(fault_s)
    end()
    over = time.monotonic()
    give_up = over + BACKOFF_MAX_S + 3
    while not feeder.first_delivery(over + 0.001) and time.monotonic() < give_up:
        time.sleep(0.01)
    time.sleep(1.5)
    feeder.stop()
    figures = feeder.finish(40)
    print(figures)
    check(figures.cpu_ms < 1000 + 50 * fault_s, f"{figures.cpu_ms} ms of CPU time")
    return Result(feeder, began, over, brokers)


def through_proxy(fault_s, mode, doubled_max=0):
    """An outage of one broker behind a proxy."""
    with Mock(1, "--topic", "t:1") as mock, Proxy(mock.ports[0]) as proxy:
        mock("broker", 1, "address", "127.0.0.1", proxy.port)
        feeder = Feeder(proxy.bootstrap, "t", "-r", RATE)
        result = outage(fault_s, lambda: proxy.set(mode), lambda: proxy.set("pass"), feeder)
        all_stored(mock.stored("t"), feeder.end, doubled_max)
        return result, proxy


def refused(fault_s):
    """Connections are refused. A request may have been on its way when it began."""
    result, _ = through_proxy(fault_s, "refuse", doubled_max=3)
    result.back_within(0.5)
    result.says("Disconnected", "in state UP", "FAIL")
    result.says("Connect to ipv4#127.0.0.1", "failed: Connection refused", "in state CONNECT")
    result.says("1/1 brokers are down", times=1)
    if fault_s >= 3:
        result.says("connected again after", "queued", times=1)


def reset(fault_s):
    """Connections are accepted and reset, as by a balancer without a backend."""
    result, proxy = through_proxy(fault_s, "reset", doubled_max=3)
    # Attempts back off, since each succeeds at first.
    result.back_within(BACKOFF_MAX_S + 1)
    result.says("1/1 brokers are down", times=1)
    check(proxy.accepted <= 12 + 2 * fault_s, f"{proxy.accepted} connection attempts")


def silent(fault_s):
    """Connections stand, but nothing gets through."""
    result, _ = through_proxy(fault_s, "silent")
    result.back_within(0.5)
    result.says("brokers are down", times=0)
    if fault_s >= 20:
        check(result.lines, "no line says that requests wait")
        check(len(result.lines) <= 3, f"{len(result.lines)} lines")


def unresolved(fault_s):
    """The name of the only broker does not resolve any more."""
    with Mock(1, "--topic", "t:1") as mock, Proxy(mock.ports[0]) as proxy:
        mock("broker", 1, "address", "localhost", proxy.port)
        feeder = Feeder(f"localhost:{proxy.port}", "t", "-r", RATE)

        def begin():
            feeder.names(False)
            time.sleep(0.05)
            proxy.set("refuse")

        def end():
            proxy.set("pass")
            feeder.names(True)

        result = outage(fault_s, begin, end, feeder)
        all_stored(mock.stored("t"), feeder.end, 3)
        result.back_within(0.5 if fault_s < 10 else BACKOFF_MAX_S + 1)
        result.says(f"Failed to resolve 'localhost:{proxy.port}'")
        result.says("1/1 brokers are down", times=1)


def three_down(fault_s):
    """All three brokers refuse connections."""
    with Mock(3, "--topic", "t:3") as mock:
        feeder = Feeder(mock.bootstrap, "t", "-r", 3 * RATE)
        result = outage(fault_s, lambda: mock("broker", "all", "down"),
                        lambda: mock("broker", "all", "up"), feeder, brokers=3)
        result.back_within(0.5)
        result.says("3/3 brokers are down", times=1)
        for other in ("1/1", "2/2", "1/3", "2/3", "4/4", "6/6", "5/5"):
            result.says(f"{other} brokers are down", times=0)
        values = [v for p in range(3) for v in mock.stored("t", p)]
        numbers = [[int(v.split()[0]) for v in mock.stored("t", p)] for p in range(3)]
        check(all(list(dict.fromkeys(n)) == sorted(set(n)) for n in numbers), "not in order")
        check(len(set(values)) == feeder.end.produced == feeder.end.delivered,
              f"{len(set(values))} stored, {feeder.end}")
        check(len(values) - len(set(values)) <= 9, "stored twice")


@limit(60)
def test_blink():
    """The broker's connection breaks ten times within five seconds."""
    with Mock(1, "--topic", "t:1") as mock, Proxy(mock.ports[0]) as proxy:
        mock("broker", 1, "address", "127.0.0.1", proxy.port)
        feeder = Feeder(proxy.bootstrap, "t", "-r", 200)
        feeder.wait_delivered(20, 10)
        for _ in range(10):
            proxy.set("reset")
            proxy.set("pass")
            time.sleep(0.5)
        feeder.stop()
        figures = feeder.finish(30)
        print(figures, feeder.log())
        all_stored(mock.stored("t"), figures, 400)


@limit(60)
def test_down_from_the_start():
    """A producer that starts before its broker delivers soon after the broker is there."""
    with Mock(1, "--topic", "t:1") as mock, Proxy(mock.ports[0]) as proxy:
        mock("broker", 1, "address", "127.0.0.1", proxy.port)
        proxy.set("refuse")
        feeder = Feeder(proxy.bootstrap, "t", "-r", RATE)
        time.sleep(4)
        over = time.monotonic()
        proxy.set("pass")
        feeder.wait_delivered(RATE * 3, 12)
        first = feeder.first_delivery(over)
        feeder.stop()
        figures = feeder.finish(30)
        print(figures, feeder.log())
        print(f"first delivery {first - over:.3f} s after the broker was there")
        check(first - over <= 0.5 + SLACK_S, f"first delivery after {first - over:.3f} s")
        all_stored(mock.stored("t"), figures)


@limit(60)
def test_black_hole_among_servers():
    """A bootstrap server that swallows packets does not keep a producer from the others."""
    with Mock(1, "--topic", "t:1") as mock, BlackHole() as hole:
        hole = f"127.0.0.1:{hole.port}"
        feeders = [Feeder(servers, f"t{i}", "-r", 100, "-n", 10) for i, servers in enumerate((
            f"{hole},{mock.bootstrap}", f"{mock.bootstrap},{hole}",
            f"{hole},{mock.bootstrap}", f"{mock.bootstrap},{hole}"))]
        t0 = time.monotonic()
        for feeder in feeders:
            feeder.finish(20)
            check(feeder.end.delivered == 10, str(feeder.end))
            took = feeder.first_delivery(0) - t0
            print(f"first delivery after {took:.2f} s")
            check(took < 2.5 + SLACK_S, f"first delivery after {took:.2f} s\n{feeder.log()}")


@limit(60)
def test_leader_moves():
    """Partitions that change their leader every 300 ms: all arrive, once and in order."""
    with Mock(3, "--topic", "t:1:3") as mock:
        feeder = Feeder(mock.bootstrap, "t", "-r", 200)
        feeder.wait_delivered(20, 10)
        for i in range(15):
            mock("leader", "t", 0, 1 + i % 3)
            time.sleep(0.3)
        feeder.stop()
        figures = feeder.finish(30)
        print(figures, feeder.log())
        all_stored(mock.stored("t"), figures)


@limit(60)
def test_stop_in_an_outage():
    """An end while the broker is away: flush takes its time, a line counts what is lost."""
    with Mock(1, "--topic", "t:1") as mock, Proxy(mock.ports[0]) as proxy:
        mock("broker", 1, "address", "127.0.0.1", proxy.port)
        feeder = Feeder(proxy.bootstrap, "t", "-r", RATE, "-w", 2)
        feeder.wait_delivered(10, 10)
        proxy.set("refuse")
        time.sleep(2)
        t0 = time.monotonic()
        feeder.stop()
        figures = feeder.finish(10)
        took = time.monotonic() - t0
        print(figures, feeder.log(), f"{took:.2f} s")
        check(1.9 < took < 4, f"took {took:.2f} s")
        check(figures.left > 0 and figures.left + figures.delivered == figures.produced,
              str(figures))
        ends = [line.text for line in feeder.lines if line.facility == "TERMINATE"]
        check(len(ends) == 1 and f" {figures.left} " in ends[0], str(ends))


def side_by_side(fault_s):
    """All faults at once, each with its own cluster and producer."""
    failures = []

    def one(fault):
        try:
            fault(fault_s)
        except Failed as e:
            failures.append(f"{fault.__name__}: {e}")
        except Exception:  # noqa: BLE001 - told below
            failures.append(f"{fault.__name__}: {traceback.format_exc()}")

    threads = [threading.Thread(target=one, args=(f,))
               for f in (refused, reset, silent, unresolved, three_down)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    check(not failures, "\n".join(failures))


@limit(60)
def test_short():
    """Refused and reset connections, silence, a name that does not resolve, three brokers
    down, for 5 s each."""
    side_by_side(5)


@limit(120)
def test_long():
    """The same for 30 s."""
    side_by_side(30)
