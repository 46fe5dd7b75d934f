"""Peers that answer with garbage: no crash, no memory beyond what a frame may take, no
busy loop, a clear error, and work goes on once the peer is sane."""

import difflib
import os
import random
import struct
import time

from common import TESTS, check, compile_c, libdir, limit, loader_env, run, workdir
from feed import Feeder, all_stored
from mocks import Mock
from faultyproxy import Proxy

HERE = os.path.dirname(os.path.realpath(__file__))
PRODUCE, METADATA, API_VERSIONS = 0, 3, 18
# Connections and requests are tried again at once, so that much is tried in little time.
EAGER = [word for prop in (
    "reconnect.backoff.ms=0", "reconnect.backoff.max.ms=0", "retry.backoff.ms=1",
    "retry.backoff.max.ms=1", "topic.metadata.refresh.fast.interval.ms=10",
    "socket.timeout.ms=1000", "api.version.request.timeout.ms=1000", "linger.ms=0")
    for word in ("-X", prop)]
# A process with the library and nothing special uses about 15 MB.
PEAK_KB_MAX = 60000


class Rig:
    """A mock broker behind a proxy that changes its answers, and a feeder."""

    def __init__(self, answer, *options, rate=50):
        self.mock = Mock(1, "--topic", "t:1")
        self.proxy = Proxy(self.mock.ports[0], answer)
        self.mock("broker", 1, "address", "127.0.0.1", self.proxy.port)
        self.feeder = Feeder(self.proxy.bootstrap, "t", "-r", rate, *options)
        self.began = time.monotonic()

    def until(self, done, seconds):
        """Lets it run until `done()` or for some time."""
        give_up = time.monotonic() + seconds
        while not done() and time.monotonic() < give_up:
            check(self.feeder.proc.poll() is None,
                  f"the producer ended with {self.feeder.proc.returncode}: "
                  f"{''.join(self.feeder.other)}")
            time.sleep(0.02)

    def heal(self, within_s=5):
        """A sane peer from now on: what is produced now is delivered."""
        self.proxy.answer = None
        healed = time.monotonic()
        feeder = self.feeder
        self.until(lambda: feeder.first_delivery(healed + 0.2), within_s + 1)
        first = feeder.first_delivery(healed)
        check(first, f"nothing is delivered after {within_s} s\n{feeder.log()}")
        print(f"delivers again after {first - healed:.3f} s")
        feeder.stop()
        end = feeder.finish(20)
        print(end)
        check(end.peak_kb < PEAK_KB_MAX, f"{end.peak_kb} kB")
        check(end.delivered + end.failed == end.produced and not end.left, str(end))
        return end

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.feeder.proc.poll() is None:
            self.feeder.proc.kill()
            self.feeder.proc.wait()
        self.proxy.close()
        self.mock.close()


def cut_everywhere(api):
    """Closes the connection within the answers to an API, at every byte in turn."""
    cuts = {}  # by kind of answer: how many bytes the next one keeps

    def answer(request, frame):
        if request[0] != api:
            return frame
        kind = (request[1], len(frame))
        cut = cuts.get(kind, 0)
        if cut >= len(frame):
            return frame
        cuts[kind] = cut + 1
        return frame[:cut], True

    with Rig(answer, *EAGER) as rig:
        rig.until(lambda: rig.feeder.first_delivery(0), 25)
        print("version, length and cuts of the answers:", cuts)
        # Others may not have been asked for any more.
        longest = max(cuts, key=lambda kind: kind[1])
        check(cuts[longest] == longest[1], "not all places were tried")
        end = rig.heal()
        values = rig.mock.stored("t")
        check(not end.failed, str(end))
        # Each produce request whose answer was cut may have been stored.
        all_stored(values, end, len(values))


@limit(60)
def test_cut_api_versions():
    """The connection breaks at every byte of the answer to ApiVersions."""
    cut_everywhere(API_VERSIONS)


@limit(60)
def test_cut_metadata():
    """The connection breaks at every byte of the answer to Metadata."""
    cut_everywhere(METADATA)


@limit(60)
def test_cut_produce():
    """The connection breaks at every byte of the answer to Produce."""
    cut_everywhere(PRODUCE)


def each_once(variants, apis):
    """Answers to `apis` are replaced, each variant once. A variant is a function from a
    frame to a new one."""
    left = list(variants)

    def answer(request, frame):
        if request[0] not in apis or not left:
            return frame
        return left.pop(0)(frame)

    return answer, left


@limit(60)
def test_frame_lengths():
    """Hostile frame lengths and correlation ids."""
    def sized(n):
        return lambda frame: struct.pack(">i", n) + frame[4:]

    def renumbered(delta):
        return lambda frame: (frame[:4] + struct.pack(
            ">i", struct.unpack_from(">i", frame, 4)[0] + delta) + frame[8:])

    def text(what):
        return lambda frame: what

    variants = [sized(n) for n in (-1, -2 ** 31, 0, 1, 3, 4, 2 ** 31 - 1, 1000001, 0x7fff0000)]
    variants += [renumbered(d) for d in (1, -1, 1000, 2 ** 20)]
    variants += [text(b"HTTP/1.1 400 Bad Request\r\n\r\n"), text(b"\x15\x03\x01\x00\x02\x02\x46"),
                 text(b"\0" * 64), text(b"\xff" * 64), text(b"SSH-2.0-OpenSSH_9.2p1\r\n")]
    many = [v for v in variants for _ in range(3)]
    answer, left = each_once(many, (API_VERSIONS, METADATA, PRODUCE))
    with Rig(answer, *EAGER, "-X", "receive.message.max.bytes=1000000") as rig:
        rig.until(lambda: not left, 25)
        check(not left, f"{len(left)} of {len(many)} were not tried\n{rig.feeder.log()}")
        end = rig.heal()
        all_stored(rig.mock.stored("t"), end, 100000)
        print(rig.feeder.log())
    check(any("receive.message.max.bytes" in line.text for line in rig.feeder.lines
              if line.level <= 4),
          "no line names receive.message.max.bytes")


def keep_throttle(request, frame, changed):
    """Puts back the throttle time: a client does well to obey any."""
    api, version = request[:2]
    end = len(frame) - (1 if version >= 9 else 0)
    at = {PRODUCE: end - 4, METADATA: 9, API_VERSIONS: len(frame) - 4}.get(api, len(frame))
    return changed[:at] + frame[at:at + 4] + changed[at + 4:]


def overwritten(api, patterns):
    """Overwrites the answers to an API with patterns, at every place in turn."""
    state = {"at": 8, "pattern": 0, "tried": 0, "done": False}

    def answer(request, frame):
        # Refusals of a version are short.
        if request[0] != api or state["done"] or len(frame) < 24:
            return frame
        if state["at"] >= len(frame):
            state["at"], state["pattern"] = 8, state["pattern"] + 1
            if state["pattern"] == len(patterns):
                state["done"] = True
                return frame
        pattern, at = patterns[state["pattern"]], state["at"]
        state["at"] += 1
        state["tried"] += 1
        changed = (frame[:at] + pattern + frame[at + len(pattern):])[:len(frame)]
        # What is taken for an answer is not asked for again on this connection.
        return keep_throttle(request, frame, changed), api != PRODUCE

    with Rig(answer, *EAGER, "-X", "topic.metadata.refresh.interval.ms=20", rate=200) as rig:
        rig.until(lambda: state["done"], 30)
        print(f"{state['tried']} places were tried")
        check(state["tried"] >= 150, "too few")
        end = rig.heal(12)
        wall_ms = (time.monotonic() - rig.began) * 1000
        check(end.cpu_ms < 0.7 * wall_ms + 500, f"{end.cpu_ms} of {wall_ms:.0f} ms busy")


HOSTILE = (b"\x7f\xff\xff\xff", b"\xff\xff\xff\xff\x07", b"\xff\xff\xff\xff", b"\x00\x00\x00\x00")


@limit(60)
def test_lengths_in_api_versions():
    """Hostile lengths at every place of the answer to ApiVersions."""
    overwritten(API_VERSIONS, HOSTILE)


@limit(60)
def test_lengths_in_metadata():
    """Hostile lengths at every place of the answer to Metadata."""
    overwritten(METADATA, HOSTILE)


@limit(60)
def test_lengths_in_produce():
    """Hostile lengths at every place of the answer to Produce."""
    overwritten(PRODUCE, HOSTILE)


@limit(60)
def test_garbage():
    """Random damage to answers of all kinds."""
    rng = random.Random(20260)
    state = {"n": 0}

    def answer(request, frame):
        state["n"] += 1
        if rng.random() < 0.3:
            return frame
        body = bytearray(frame)
        for _ in range(rng.choice((1, 1, 2, 8, 40))):
            body[rng.randrange(4 if rng.random() < 0.8 else 0, len(body))] = rng.choice(
                (0, 1, 0x7f, 0x80, 0xff, rng.randrange(256)))
        body = bytearray(keep_throttle(request, frame, bytes(body)))
        if rng.random() < 0.2:
            del body[rng.randrange(len(body)):]
            return bytes(body), True
        if rng.random() < 0.1:
            body += rng.randbytes(rng.randrange(1, 300))
        # An end to it, since there may be a throttle time of days in it.
        return bytes(body), True

    with Rig(answer, *EAGER, rate=300) as rig:
        rig.until(lambda: False, 12)
        print(f"{state['n']} answers")
        check(state["n"] >= 100, f"only {state['n']} answers")
        # A client may have heard of leaders in a far future; a new topic has its own.
        rig.mock("delete-topic", "t")
        rig.mock("topic", "t", 1)
        rig.heal(12)


@limit(60)
def test_dripping():
    """Answers that come byte by byte are answers."""
    def answer(request, frame):
        return [frame[i:i + 1] for i in range(len(frame))]

    with Rig(answer) as rig:
        rig.feeder.wait_delivered(50, 10)
        end = rig.heal()
        all_stored(rig.mock.stored("t"), end)
        check(not [line for line in rig.feeder.lines if line.level <= 6], rig.feeder.log())


@limit(60)
def test_always_garbage():
    """A peer that is no Kafka broker: backoff holds, few lines, little CPU time."""
    with Rig(lambda request, frame: b"HTTP/1.1 400 Bad Request\r\n\r\n", rate=10) as rig:
        rig.until(lambda: False, 8)
        seen = rig.feeder.loud(0, time.monotonic())
        print(rig.feeder.log(), rig.proxy.accepted, "connections")
        check(rig.proxy.accepted <= 40, f"{rig.proxy.accepted} connections")
        check(len(seen) <= 8 + 6, f"{len(seen)} lines")
        check(seen, "no line says what is wrong")
        end = rig.heal(11)
        check(end.cpu_ms < 1000, f"{end.cpu_ms} ms of CPU time")
        all_stored(rig.mock.stored("t"), end)


@limit(60)
def test_idle():
    """A producer without work uses no CPU time."""
    with Mock(1, "--topic", "t:1") as mock:
        feeder = Feeder(mock.bootstrap, "t", "-r", 1000, "-n", 20)
        feeder.finish(10)
        busy = feeder.end.cpu_ms
        feeder = Feeder(mock.bootstrap, "t", "-r", 5, "-n", 25)
        feeder.finish(20)
        print(f"{feeder.end.cpu_ms} ms of CPU time in 5 s, {busy} ms in a moment")
        check(feeder.end.cpu_ms - busy < 100, f"{feeder.end.cpu_ms} ms of CPU time")


def throttled(request, frame):
    """Says in the answers to Produce that the client is to slow down."""
    api, version = request[:2]
    if api != PRODUCE:
        return frame
    end = len(frame) - (1 if version >= 9 else 0)
    return frame[:end - 4] + struct.pack(">i", 300) + frame[end:]


@limit(60)
def test_throttle():
    """Throttle events are told, and obeyed on the way."""
    with Rig(throttled, "-X", "linger.ms=0") as rig:
        rig.until(lambda: len(rig.feeder.throttles) >= 2, 10)
        check(len(rig.feeder.throttles) >= 2, "no throttle event")
        print(rig.feeder.throttles[:5])
        check(all(t.endswith(" 300") for t in rig.feeder.throttles[:2]), rig.feeder.throttles[0])
        end = rig.heal()
        all_stored(rig.mock.stored("t"), end)
    with Mock(1) as mock, Proxy(mock.ports[0], throttled) as proxy:
        mock("broker", 1, "address", "127.0.0.1", proxy.port)
        program = compile_c(os.path.join(TESTS, "agents", "threads.c"),
                            os.path.join(workdir("hostile-threads"), "threads"),
                            extra=["-I", TESTS])
        run([program, "callbacks", proxy.bootstrap, "logs", "throttled"], 30,
            env=loader_env(libdir("ours")))


@limit(60)
def test_arguments():
    """Wrong arguments of the application: the same errors as librdkafka's."""
    program = compile_c(os.path.join(HERE, "arguments.c"),
                        os.path.join(workdir("hostile-arguments"), "arguments"),
                        extra=["-I", TESTS])
    theirs, ours = (run([program], 30, env=loader_env(libdir(lib))) for lib in ("wheel", "ours"))
    diff = "\n".join(difflib.unified_diff(theirs.splitlines(), ours.splitlines(), "librdkafka",
                                          "ours", lineterm="", n=2))
    check(not diff, f"outputs differ\n{diff}")


@limit(60)
def test_worse_arguments():
    """Arguments that librdkafka does not survive."""
    program = compile_c(os.path.join(HERE, "arguments.c"),
                        os.path.join(workdir("hostile-more-arguments"), "arguments"),
                        extra=["-I", TESTS])
    out = run([program, "more"], 30, env=loader_env(libdir("ours")))
    print(out)
    for line in out.splitlines():
        if "SIZE_MAX" in line or line.startswith("both"):
            check("MSG_SIZE_TOO_LARGE" in line, line)
    reports = 1 + sum(line.endswith(": taken") for line in out.splitlines())
    check(f"{reports} reports" in out, "not all that was taken was delivered")
