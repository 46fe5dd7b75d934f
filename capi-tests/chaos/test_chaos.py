"""A producer rides out what networks and brokers do to it, and says little about it."""

import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "mock"))
from common import TARGET, check, compile_c, libdir, limit, on_kafka  # noqa: E402
from mock import Mock  # noqa: E402
from proxy import Proxy  # noqa: E402

BEFORE_S, AFTER_S, RATE = 2, 6, 20
PROGRAM = os.path.join(TARGET, "capi-tests", "steady")


def counts(out):
    """produced, delivered, failed, longest pause between deliveries in seconds"""
    end = re.search(r"END produced=(\d+) delivered=(\d+) failed=(\d+) longest_pause=(\S+)", out)
    check(end, out)
    return int(end[1]), int(end[2]), int(end[3]), float(end[4])


class Outage:
    """One producer, one broker behind a proxy, one fault of `fault_s` seconds."""

    def __init__(self, lib, begin, end, fault_s, *conf, after_s=AFTER_S):
        self.fault_s = fault_s
        with Mock("--brokers", "1", "--topic", "t:1:1") as mock:
            host, port = mock.bootstrap.split(":")
            proxy = Proxy((host, int(port)))
            mock(f"broker 1 address 127.0.0.1 {proxy.port}")
            producer = subprocess.Popen(
                [PROGRAM, str(BEFORE_S + fault_s + after_s), str(RATE), "t",
                 f"bootstrap.servers=127.0.0.1:{proxy.port}", *conf],
                env=dict(os.environ, LD_LIBRARY_PATH=libdir(lib)), stdout=subprocess.PIPE, text=True)
            time.sleep(BEFORE_S)
            before = proxy.accepted
            begin(proxy)
            time.sleep(fault_s)
            self.attempts = proxy.accepted - before
            end(proxy)
            self.out = producer.communicate(timeout=90)[0]
            self.check_line = mock.ask("check t")[1]
        self.lines = [m.groups() for m in re.finditer(r"^(\S+) LOG (\d) (\S+) (.*)$", self.out, re.M)]
        self.produced, self.delivered, self.failed, self.pause_s = counts(self.out)

    def said(self, text):
        return sum(text in line[3] for line in self.lines)

    def expect(self, cond, what):
        check(cond, f"{what}\n{self.check_line}\n{self.out}")

    def expect_all_once(self):
        self.expect(self.failed == 0 and self.delivered == self.produced > 100, "not all delivered")
        self.expect(re.search(rf"unique={self.produced} duplicates=0 out-of-order=0 missing=0",
                              self.check_line), "not stored once and in order")

    def expect_pause(self, longest_s):
        self.expect(self.pause_s <= longest_s, f"a pause of {self.pause_s} s, at most {longest_s} wanted")

    def expect_lines(self, most):
        self.expect(len(self.lines) <= most, f"{len(self.lines)} log lines, at most {most} wanted")


def refused(lib):
    o = Outage(lib, Proxy.refuse, Proxy.listen, 8)
    o.expect_all_once()
    o.expect_pause(8 + 1)
    o.expect_lines(16)
    o.expect(o.said("Connection refused (after ") >= 2, "the cause is told")
    o.expect(o.said("1/1 brokers are down") == 1, "the end of the last broker is told once")
    o.expect(o.said("connected again after ") == 1, "the recovery is told once")


def reset(lib):
    def begin(proxy):
        proxy.mode = "reset"
        proxy.cut()
    o = Outage(lib, begin, lambda proxy: setattr(proxy, "mode", "ok"), 8)
    o.expect_all_once()
    o.expect_pause(8 + 4)
    o.expect_lines(16)
    o.expect(2 <= o.attempts <= 20, f"{o.attempts} attempts")
    o.expect(o.said("connected again after ") == 1, "the recovery is told once")


def silent(lib):
    o = Outage(lib, lambda proxy: setattr(proxy, "mode", "freeze"),
               lambda proxy: setattr(proxy, "mode", "ok"), 8)
    o.expect_all_once()
    o.expect_pause(8 + 1)
    o.expect(len(o.lines) == 2, "a warning and a recovery")
    o.expect(o.said("No response for ") == 1 and o.said("responding again after ") == 1, "what they say")


def dead_connection(lib):
    o = Outage(lib, Proxy.orphan, lambda proxy: None, 1, "acks=1", after_s=16)
    o.expect_all_once()
    o.expect_pause(15)
    o.expect(o.said("replacing the connection") == 1, "the connection was given up")
    o.expect_lines(4)


@limit(120)
def test_outages():
    """Port closed, connections reset, silence, a dead connection: all messages arrive
    once and in order, soon after the repair, with few log lines."""
    compile_c(os.path.join(HERE, "steady.c"), PROGRAM)
    cases = [refused, reset, silent, dead_connection]
    with ThreadPoolExecutor(len(cases)) as pool:
        for case in [pool.submit(case, "ours") for case in cases]:
            case.result()


@limit(150)
@on_kafka(3)
def test_frozen_leader(kafka):
    """The node that leads stops without a word (SIGSTOP): deliveries go on as soon as
    the cluster has elected another leader, long before `socket.timeout.ms`."""
    compile_c(os.path.join(HERE, "steady.c"), PROGRAM)
    cluster, topic = kafka.cluster(), f"frozen-{os.getpid()}"
    cluster.create_topic(topic, 1, 3, {"min.insync.replicas": "2"})
    producer = subprocess.Popen(
        [PROGRAM, "40", str(RATE), topic, f"bootstrap.servers={kafka.bootstrap}", "acks=all"],
        env=dict(os.environ, LD_LIBRARY_PATH=libdir("ours")), stdout=subprocess.PIPE, text=True)
    time.sleep(4)
    leader = cluster.metadata([topic])[2][topic][0]
    kafka.pause(leader)
    try:
        out = producer.communicate(timeout=100)[0]
    finally:
        kafka.resume(leader)
    produced, delivered, failed, pause_s = counts(out)
    print(out)
    check(failed == 0 and delivered == produced > 500, out)
    check(3 < pause_s < 35, f"a pause of {pause_s} s\n{out}")
    # The node that was frozen believes for a while that it leads.
    stored, patience_ends = set(), time.monotonic() + 40
    while len(stored) < produced and time.monotonic() < patience_ends:
        time.sleep(1)
        stored = {int(record[4]) for record in cluster.read(topic)}
    check(stored == set(range(produced)), f"{len(stored)} of {produced} stored\n{out}")
