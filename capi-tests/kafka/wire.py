"""A minimal Kafka protocol client for the test tools: no third-party code and
no librdkafka, so that what it reads back is an independent witness.

Covers ApiVersions, Metadata, CreateTopics, DeleteTopics, ListOffsets and Fetch
at versions that every broker from 2.1 to 4.x serves, uncompressed and gzip
record batches.
"""

import socket
import struct
import time
import zlib


class KafkaError(Exception):
    """A broker's error code, or an answer that cannot be read."""


class Reader:
    """Reads big-endian primitives from a response."""

    def __init__(self, data):
        self.data, self.pos = data, 0

    def take(self, fmt):
        size = struct.calcsize(fmt)
        value, = struct.unpack_from(fmt, self.data, self.pos)
        self.pos += size
        return value

    def i8(self):
        return self.take(">b")

    def i16(self):
        return self.take(">h")

    def i32(self):
        return self.take(">i")

    def i64(self):
        return self.take(">q")

    def string(self):
        n = self.i16()
        if n < 0:
            return None
        s = self.data[self.pos:self.pos + n].decode()
        self.pos += n
        return s

    def bytes(self):
        n = self.i32()
        if n < 0:
            return b""
        b = self.data[self.pos:self.pos + n]
        self.pos += n
        return b

    def array(self, item):
        n = self.i32()
        return [item() for _ in range(max(n, 0))]


def string(s):
    if s is None:
        return struct.pack(">h", -1)
    b = s.encode()
    return struct.pack(">h", len(b)) + b


def array(items):
    return struct.pack(">i", len(items)) + b"".join(items)


class Connection:
    """One blocking connection to one broker."""

    def __init__(self, host, port, timeout=10.0):
        self.sock = socket.create_connection((host, port), timeout)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.corr = 0

    def close(self):
        self.sock.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _recv(self, n):
        chunks = []
        while n:
            b = self.sock.recv(min(n, 1 << 20))
            if not b:
                raise KafkaError("connection closed by the broker")
            chunks.append(b)
            n -= len(b)
        return b"".join(chunks)

    def request(self, key, version, body):
        self.corr += 1
        head = struct.pack(">hhi", key, version, self.corr) + string("capi-tests")
        self.sock.sendall(struct.pack(">i", len(head) + len(body)) + head + body)
        size, = struct.unpack(">i", self._recv(4))
        r = Reader(self._recv(size))
        if r.i32() != self.corr:
            raise KafkaError("unexpected correlation id")
        return r

    def api_versions(self):
        r = self.request(18, 0, b"")
        err = r.i16()
        if err:
            raise KafkaError(f"ApiVersions: error {err}")
        return {k: (lo, hi) for k, lo, hi in r.array(lambda: (r.i16(), r.i16(), r.i16()))}

    def metadata(self, topics=None):
        """-> (brokers {id: (host, port)}, controller id, topics {name: {partition: leader}})"""
        body = struct.pack(">i", -1) if topics is None else array([string(t) for t in topics])
        r = self.request(3, 1, body)
        brokers = {}
        for _ in range(r.i32()):
            i, host, port, _rack = r.i32(), r.string(), r.i32(), r.string()
            brokers[i] = (host, port)
        controller = r.i32()
        out = {}
        for _ in range(r.i32()):
            err, name, _internal = r.i16(), r.string(), r.i8()
            parts = {}
            for _ in range(r.i32()):
                perr, pid, leader = r.i16(), r.i32(), r.i32()
                r.array(r.i32)
                r.array(r.i32)
                parts[pid] = leader if not perr else -1
            if not err:
                out[name] = parts
        return brokers, controller, out

    def create_topic(self, name, partitions, replication, configs=None, timeout_ms=20000):
        conf = [string(k) + string(v) for k, v in (configs or {}).items()]
        topic = (string(name) + struct.pack(">ih", partitions, replication)
                 + array([]) + array(conf))
        r = self.request(19, 2, array([topic]) + struct.pack(">ib", timeout_ms, 0))
        r.i32()
        for _ in range(r.i32()):
            _n, err, msg = r.string(), r.i16(), r.string()
            if err and err != 36:  # 36: it exists already
                raise KafkaError(f"CreateTopics {name}: error {err} {msg or ''}")

    def delete_topic(self, name, timeout_ms=20000):
        r = self.request(20, 1, array([string(name)]) + struct.pack(">i", timeout_ms))
        r.i32()
        for _ in range(r.i32()):
            _n, err = r.string(), r.i16()
            if err:
                raise KafkaError(f"DeleteTopics {name}: error {err}")

    def list_offset(self, topic, partition, timestamp=-1):
        part = struct.pack(">iq", partition, timestamp)
        body = struct.pack(">i", -1) + array([string(topic) + array([part])])
        r = self.request(2, 1, body)
        r.i32(), r.string(), r.i32(), r.i32()
        err, _ts, offset = r.i16(), r.i64(), r.i64()
        if err:
            raise KafkaError(f"ListOffsets {topic}[{partition}]: error {err}")
        return offset

    def fetch(self, topic, partition, offset, max_bytes=8 << 20, wait_ms=500):
        """-> raw record batches from `offset` on"""
        part = struct.pack(">iqi", partition, offset, max_bytes)
        body = (struct.pack(">iiiib", -1, wait_ms, 1, max_bytes, 0)
                + array([string(topic) + array([part])]))
        r = self.request(1, 4, body)
        r.i32()
        for _ in range(r.i32()):
            r.string()
            for _ in range(r.i32()):
                _p, err, _hw, _lso = r.i32(), r.i16(), r.i64(), r.i64()
                r.array(lambda: (r.i64(), r.i64()))
                data = r.bytes()
                if err:
                    raise KafkaError(f"Fetch {topic}[{partition}]: error {err}")
                return data
        return b""


def varint(d, p):
    shift = value = 0
    while True:
        b = d[p]
        p += 1
        value |= (b & 0x7F) << shift
        if b < 0x80:
            return (value >> 1) ^ -(value & 1), p
        shift += 7


def records(data, start):
    """Yields (offset, timestamp_ms, key, value, headers) of complete batches
    at or after `start`; keys and values are bytes or None."""
    pos = 0
    while pos + 61 <= len(data):
        base, length = struct.unpack_from(">qi", data, pos)
        end = pos + 12 + length
        if end > len(data):
            return
        magic = data[pos + 16]
        if magic != 2:
            raise KafkaError(f"record batch with magic {magic}")
        attrs, = struct.unpack_from(">h", data, pos + 21)
        base_ts, = struct.unpack_from(">q", data, pos + 27)
        count, = struct.unpack_from(">i", data, pos + 57)
        body = data[pos + 61:end]
        if attrs & 7 == 1:
            body = zlib.decompress(body, 47)
        elif attrs & 7:
            raise KafkaError(f"compression {attrs & 7} is not supported here")
        pos = end
        if attrs & 0x20:
            continue
        p = 0
        for _ in range(count):
            _len, p = varint(body, p)
            p += 1
            dts, p = varint(body, p)
            doff, p = varint(body, p)
            key, p = _blob(body, p)
            value, p = _blob(body, p)
            nheaders, p = varint(body, p)
            headers = []
            for _ in range(nheaders):
                name, p = _blob(body, p)
                val, p = _blob(body, p)
                headers.append((name, val))
            if base + doff >= start:
                yield base + doff, base_ts + dts, key, value, headers


def _blob(d, p):
    n, p = varint(d, p)
    if n < 0:
        return None, p
    return d[p:p + n], p + n


def parse_bootstrap(bootstrap):
    host, _, port = bootstrap.split(",")[0].rpartition(":")
    return host.strip("[]"), int(port)


class Cluster:
    """A view of a cluster by its bootstrap address(es)."""

    def __init__(self, bootstrap, timeout=10.0):
        self.bootstrap, self.timeout = bootstrap, timeout

    def any(self):
        last = None
        for one in self.bootstrap.split(","):
            try:
                return Connection(*parse_bootstrap(one), self.timeout)
            except OSError as e:
                last = e
        raise last

    def metadata(self, topics=None):
        with self.any() as c:
            return c.metadata(topics)

    def create_topic(self, name, partitions=1, replication=1, configs=None, wait_s=20.0):
        """Creates the topic and returns when every partition has a leader that serves:
        a broker is told later than others that it leads, and a first batch that it
        refuses would be stored after the second."""
        with self.any() as c:
            brokers, controller, _ = c.metadata([])
        with Connection(*brokers.get(controller) or next(iter(brokers.values()))) as c:
            c.create_topic(name, partitions, replication, configs)
        end = time.monotonic() + wait_s
        while time.monotonic() < end:
            parts = self.metadata([name])[2].get(name, {})
            if len(parts) >= partitions and all(v >= 0 for v in parts.values()):
                try:
                    self.end_offsets(name)
                    return
                except KafkaError:
                    pass
            time.sleep(0.05)
        raise KafkaError(f"topic {name} has no leaders after {wait_s} s")

    def end_offsets(self, topic):
        brokers, _, topics = self.metadata([topic])
        out = {}
        for part, leader in topics.get(topic, {}).items():
            with Connection(*brokers[leader]) as c:
                out[part] = c.list_offset(topic, part)
        return out

    def read(self, topic):
        """Yields (partition, offset, timestamp, key, value, headers) of all that the
        topic holds now, partition by partition."""
        brokers, _, topics = self.metadata([topic])
        for part, leader in sorted(topics.get(topic, {}).items()):
            with Connection(*brokers[leader]) as c:
                pos = c.list_offset(topic, part, -2)
                end = c.list_offset(topic, part, -1)
                stuck = 0
                while pos < end:
                    before = pos
                    for off, ts, key, value, headers in records(c.fetch(topic, part, pos), pos):
                        if off < end:
                            yield part, off, ts, key, value, headers
                        pos = off + 1
                    stuck = stuck + 1 if pos == before else 0
                    if stuck > 20:
                        raise KafkaError(f"{topic}[{part}] has no records at {pos} of {end}")
