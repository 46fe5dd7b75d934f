"""The program rdkafka-mock: its controls, and librdkafka (2.0.2 and 2.16) as a client."""

import socket
import subprocess
import time

from common import check, libdir, limit, loader_env, need, run
from mock import Mock, answer, program


def kcat(mock, lib, *args, stdin=None, timeout=30):
    need("kcat")
    return run(["kcat", "-b", mock.bootstrap, *args], timeout, loader_env(libdir(lib)), stdin)


def numbers(first, last):
    return "".join(f"{n}\n" for n in range(first, last + 1))


@limit(60)
def test_options():
    """Help, version, and mistakes that end the program with a text."""
    text = run([program(), "--help"])
    for word in ("--brokers", "bootstrap.servers", "push-error", "apiversion"):
        check(word in text, f"--help does not mention {word}")
    check(run([program(), "--version"]).startswith("rdkafka-mock "), "--version")
    for bad in (["--brokers", "x"], ["--brokers"], ["--topic", "t"], ["--topic", "t:1:1:1"],
                ["--port", "65535"], ["--port", "99999"], ["--nonsense"], ["--topic", "t:-1"]):
        run([program(), *bad], ok=(1,))
        check(run.stderr.startswith("rdkafka-mock: "), f"{bad}: {run.stderr!r}")


@limit(60)
def test_control_port():
    """The control port obeys as standard input does, and quits."""
    with Mock("--brokers", "2", "--control", "0", "--topic", "t:3:2") as mock:
        host, port = mock.control.split(":")
        with socket.create_connection((host, int(port)), 10) as s, s.makefile("rw") as peer:
            def ask(command):
                peer.write(command + "\n")
                peer.flush()
                return answer(peer, command)
            check(ask("topics") == (["t\t3"], "ok topics=1"), "topics")
            check(ask("broker 9 down")[1].startswith("error BROKER_NOT_AVAILABLE"), "broker 9")
            check(ask("broker 1 down")[1] == "ok", "broker 1 down")
            first = mock.bootstrap.split(",")[0].split(":")
            refused = socket.socket().connect_ex((first[0], int(first[1])))
            check(refused != 0, "a broker that is down accepts connections")
            mock("broker 1 up")
            check(ask("quit")[1] == "ok", "quit")
        check(mock.process.wait(10) == 0, "exit status")


@limit(60)
def test_fixed_ports():
    """--port BASE gives broker N the port BASE + N - 1."""
    for base in range(23456, 60000, 2111):
        try:
            socks = [socket.socket() for _ in range(3)]
            for i, s in enumerate(socks):
                s.bind(("127.0.0.1", base + i))
            break
        except OSError:
            continue
        finally:
            for s in socks:
                s.close()
    with Mock("--brokers", "3", "--port", str(base)) as mock:
        check(mock.bootstrap == ",".join(f"127.0.0.1:{base + i}" for i in range(3)), mock.bootstrap)


def talk(lib):
    with Mock("--brokers", "3", "--topic", "t:4:3") as mock:
        listing = kcat(mock, lib, "-L")
        check("3 brokers" in listing and 'topic "t" with 4 partitions' in listing, listing)
        codecs = ("none", "gzip", "snappy", "lz4", "zstd")
        for i, codec in enumerate(codecs):
            first = 1 + i * 1000
            kcat(mock, lib, "-P", "-t", "t", "-z", codec, stdin=numbers(first, first + 999))
        kcat(mock, lib, "-P", "-t", "t", "-X", "enable.idempotence=true", stdin=numbers(5001, 6000))
        data, last = mock.ask("check t 1 6000")
        check(last.startswith("ok records=6000 "), last)
        got = kcat(mock, lib, "-C", "-t", "t", "-o", "beginning", "-e", "-q").split()
        check(sorted(map(int, got)) == list(range(1, 6001)), f"{len(got)} messages consumed")
        offsets = kcat(mock, lib, "-Q", *(w for p in range(4) for w in ("-t", f"t:{p}:-1")))
        ends = sum(int(line.split()[-1]) for line in offsets.splitlines())
        check(ends == 6000, offsets)
        records = "\n".join(mock("log t 0 0 5"))
        check(records.count("\n") == 4 and records.startswith("0\t"), records)


@limit(120)
def test_kcat_debian():
    """kcat on librdkafka 2.0.2: list, produce with all codecs, consume, look up offsets."""
    talk("debian")


@limit(300)
def test_kcat_wheel():
    """The same on librdkafka 2.16."""
    talk("wheel")


def outage(lib):
    need("kcat")
    lines = 3000
    with Mock("--brokers", "3", "--topic", "t:3:3") as mock:
        cmd = ["kcat", "-b", mock.bootstrap, "-P", "-t", "t", "-X", "enable.idempotence=true",
               "-X", "reconnect.backoff.max.ms=500", "-X", "linger.ms=5"]
        env = {"PATH": "/usr/bin:/bin", **loader_env(libdir(lib))}
        # kcat gives up at _ALL_BROKERS_DOWN only; one broker of three is away.
        peer = subprocess.Popen(cmd, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env,
                                text=True)
        troubles = {500: "broker 2 down", 1000: "leader t 0 3", 1500: "broker 2 up",
                    1800: "push-error Produce REQUEST_TIMED_OUT NOT_LEADER_FOR_PARTITION",
                    2100: "push-broker-error 3 Produce NO_ERROR:50 NOT_ENOUGH_REPLICAS:50",
                    2400: "broker 1 rtt 30"}
        for n in range(lines):
            if n in troubles:
                mock(troubles[n])
            peer.stdin.write(f"{n}\n")
            if n % 50 == 0:
                peer.stdin.flush()
                time.sleep(0.01)
        peer.stdin.close()
        check(peer.wait(60) == 0, f"kcat: exit status {peer.returncode}")
        _, last = mock.ask(f"check t 0 {lines - 1}")
        check(last.startswith(f"ok records={lines} unique={lines} "), last)


@limit(120)
def test_outage_debian():
    """Brokers away, leaders moved, errors, delays: librdkafka 2.0.2 stores all once, in order."""
    outage("debian")


@limit(300)
def test_outage_wheel():
    """The same with librdkafka 2.16."""
    outage("wheel")
