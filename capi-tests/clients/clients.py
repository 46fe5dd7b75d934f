#!/usr/bin/env python3
"""Runs real client programs, unchanged, on a given librdkafka.so.1 against
Apache Kafka on loopback, and checks that their messages arrive: each once, in
order, and without an error of the loader.

    clients.py [--lib ours|debian|wheel|PATH] [--bootstrap HOST:PORT] [NAME ...]

Names: kcat rsyslog collectd pmacct proftpd cxx. Without --bootstrap it starts a
Kafka node of its own. What arrived is read back without any librdkafka.
"""

import argparse
import collections
import ftplib
import glob
import json
import os
import random
import re
import signal
import socket
import struct
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
from common import (Failed, check, compile_c, debs, free_ports, headers, libdir,  # noqa: E402
                    need, no_loader_error, run, workdir)
from kafka import Kafka  # noqa: E402
from wire import Cluster  # noqa: E402

HERE = os.path.dirname(os.path.realpath(__file__))


class Client:
    """What one test works with: a directory, a topic, the library under test."""

    def __init__(self, name, lib, bootstrap, partitions=1):
        self.name, self.lib, self.bootstrap = name, lib, bootstrap
        self.dir = workdir(f"clients/{name}")
        self.mapped = set()
        self.topic = f"{name}-{random.randrange(10**9)}"
        self.cluster = Cluster(bootstrap)
        self.cluster.create_topic(self.topic, partitions)
        # The loader notes in these files which libraries it takes.
        self.env = {"LD_LIBRARY_PATH": lib, "LD_DEBUG": "libs",
                    "LD_DEBUG_OUTPUT": os.path.join(self.dir, "ld")}

    def path(self, name):
        return os.path.join(self.dir, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as f:
            f.write(text)
        return self.path(name)

    def daemon(self, cmd):
        """A program in the foreground of its own session, its output in a file."""
        with open(self.path("out"), "ab") as out:
            return subprocess.Popen(cmd, stdin=subprocess.DEVNULL, stdout=out,
                                    stderr=subprocess.STDOUT, cwd=self.dir,
                                    env=dict(os.environ, **self.env), start_new_session=True)

    def end(self, proc, sig=signal.SIGTERM, wait_s=20):
        """Asks the program to end, and insists after a while."""
        if proc.poll() is None:
            with open(f"/proc/{proc.pid}/maps", encoding="utf-8") as f:
                self.mapped.update(re.findall(r"\S*/librdkafka(?:\.so|-)\S*", f.read()))
            proc.send_signal(sig)
        try:
            proc.wait(wait_s)
        except subprocess.TimeoutExpired:
            raise Failed(f"{self.name}: still there {wait_s} s after signal {sig}\n"
                         + self.output()) from None
        finally:
            try:
                os.killpg(proc.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def output(self):
        text = ""
        for name in ("out", "log"):
            if os.path.exists(self.path(name)):
                with open(self.path(name), encoding="utf-8", errors="replace") as f:
                    text += f.read()
        return text

    def values(self):
        """What the topic holds: {partition: [value, ...]} in order of the offsets."""
        out = collections.defaultdict(list)
        for part, _off, _ts, _key, value, _h in self.cluster.read(self.topic):
            out[part].append((value or b"").decode(errors="replace"))
        return out

    def wait_for(self, count, wait_s=30):
        """Waits until the topic holds at least `count` messages."""
        end = time.monotonic() + wait_s
        while True:
            have = sum(self.cluster.end_offsets(self.topic).values())
            if have >= count:
                return
            check(time.monotonic() < end, f"{self.name}: {have} of {count} messages arrived "
                                          f"in {wait_s} s\n{self.output()[-3000:]}")
            time.sleep(0.1)

    def exactly(self, expected):
        """Each expected value once, and in order within its partition."""
        parts = self.values()
        place = {v: i for i, v in enumerate(expected)}
        check(len(place) == len(expected), "the expected values are not distinct")
        seen = collections.Counter()
        for part, values in parts.items():
            last = -1
            for v in values:
                check(v in place, f"{self.name}: unexpected message {v!r}")
                check(place[v] > last or seen[v], f"{self.name}: {v!r} out of order in [{part}]")
                last = place[v]
                seen[v] += 1
        twice = [v for v, n in seen.items() if n > 1]
        check(not twice, f"{self.name}: stored twice: {twice[:5]}")
        lost = [v for v in expected if not seen[v]]
        check(not lost, f"{self.name}: {len(lost)} lost, for instance {lost[:5]}")

    def loaded(self):
        """The program took the library under test, and the loader had no trouble."""
        text = ""
        for f in glob.glob(self.path("ld.*")):
            with open(f, encoding="utf-8", errors="replace") as fh:
                text += fh.read()
        took = set(re.findall(r"calling init: (\S*/librdkafka\.so\.1|\S*/librdkafka-\S+)", text))
        real = {os.path.realpath(t) for t in took | self.mapped}
        want = os.path.realpath(os.path.join(self.lib, "librdkafka.so.1"))
        check(real == {want}, f"{self.name} loaded {sorted(took)}, not {want}\n{self.output()}")
        # Other libraries' plug-ins miss symbols as well: Debian's own noise.
        errors = [line for line in text.splitlines()
                  if "error:" in line and "(fatal)" in line and "rdkafka" in line.replace(self.lib, "")
                  or "error:" in line and "undefined symbol: rd_kafka" in line]
        check(not errors, f"{self.name}: {errors[:3]}")
        no_loader_error(self.output())


def messages(name, n):
    return [f"{name}-{i:06d} " + "x" * (i % 60) for i in range(n)]


def kcat(lib, bootstrap):
    """kcat: -P with keys, headers and compression, -L as text and as JSON."""
    need("kcat", "kcat")
    c = Client("kcat", lib, bootstrap, 3)
    want = []
    for codec in ("none", "gzip"):
        lines = messages(f"kcat-{codec}", 2000)
        want += lines
        run(["kcat", "-P", "-b", bootstrap, "-t", c.topic, "-z", codec, "-H", "h=v",
             "-X", "acks=all"], 60, c.env, "\n".join(lines) + "\n")
        no_loader_error(run.stderr)
        check(run.stderr.strip() == "", f"kcat -P said: {run.stderr}")
    c.exactly(want)
    for _p, _o, _t, key, _v, hdrs in c.cluster.read(c.topic):
        check(key is None and hdrs == [(b"h", b"v")], f"key {key}, headers {hdrs}")
    run(["kcat", "-P", "-b", bootstrap, "-t", c.topic, "-K", ":"], 60, c.env, "k1:v1\nk1:v2\n")
    parts = {p for p, _o, _t, key, _v, _h in c.cluster.read(c.topic) if key == b"k1"}
    check(len(parts) == 1, f"one key went to partitions {parts}")
    text = run(["kcat", "-L", "-b", bootstrap, "-t", c.topic], 30, c.env)
    check(f'topic "{c.topic}" with 3 partitions' in text and "1 brokers" in text, text)
    meta = json.loads(run(["kcat", "-L", "-J", "-b", bootstrap], 30, c.env))
    check(len(meta["brokers"]) == 1 and any(t["topic"] == c.topic for t in meta["topics"]),
          json.dumps(meta)[:2000])
    c.loaded()


def rsyslog(lib, bootstrap):
    """rsyslog with omkafka: lines written to its socket arrive in order."""
    debs("rsyslog", "rsyslog-kafka")
    c = Client("rsyslog", lib, bootstrap)
    sock = c.path("log.sock")
    conf = c.write("rsyslog.conf", f"""
global(workDirectory="{c.dir}" processInternalMessages="on")
module(load="imuxsock" SysSock.Use="off")
module(load="omkafka")
input(type="imuxsock" Socket="{sock}" CreatePath="off" RateLimit.Interval="0"
      ruleset="kafka" UseSysTimeStamp="off")
template(name="raw" type="string" string="%msg:2:$%")
ruleset(name="kafka" queue.type="LinkedList" queue.size="20000") {{
  action(type="omkafka" broker=["{bootstrap}"] topic="{c.topic}" template="raw"
         partitions.number="1" confParam=["acks=all", "queue.buffering.max.ms=5"]
         errorFile="{c.path('failed')}" resubmitOnFailure="on"
         closeTimeout="10000" key="syslog")
}}
syslog.* action(type="omfile" file="{c.path('log')}")
""")
    run(["rsyslogd", "-N1", "-f", conf], 20, c.env)
    proc = c.daemon(["rsyslogd", "-n", "-f", conf, "-i", c.path("pid")])
    try:
        wait_socket(sock, proc, c)
        lines = messages("rsyslog", 3000)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as s:
            s.connect(sock)
            for line in lines:
                s.send(f"<13>Jan  1 00:00:00 test: {line}".encode())
        c.wait_for(len(lines))
    finally:
        c.end(proc)
    c.exactly(lines)
    check(not os.path.exists(c.path("failed")) or not os.path.getsize(c.path("failed")),
          "omkafka wrote failed messages")
    c.loaded()


def wait_socket(path, proc, client, wait_s=20):
    end = time.monotonic() + wait_s
    while not os.path.exists(path):
        check(proc.poll() is None and time.monotonic() < end,
              f"{client.name} did not come up\n{client.output()}")
        time.sleep(0.05)


def collectd(lib, bootstrap):
    """collectd with write_kafka: values put through its socket arrive in order."""
    debs("collectd-core", "libyajl2")
    c = Client("collectd", lib, bootstrap)
    sock = c.path("sock")
    conf = c.write("collectd.conf", f"""
Hostname "host"
FQDNLookup false
BaseDir "{c.dir}"
PIDFile "{c.path('pid')}"
Interval 1
WriteThreads 1
LoadPlugin logfile
<Plugin logfile>
  LogLevel "info"
  File "{c.path('log')}"
</Plugin>
LoadPlugin unixsock
<Plugin unixsock>
  SocketFile "{sock}"
  SocketPerms "0600"
</Plugin>
LoadPlugin write_kafka
<Plugin write_kafka>
  Property "metadata.broker.list" "{bootstrap}"
  Property "acks" "all"
  <Topic "{c.topic}">
    Format JSON
    Key "host"
  </Topic>
</Plugin>
""")
    run(["/usr/sbin/collectd", "-t", "-C", conf], 30, c.env)
    proc = c.daemon(["/usr/sbin/collectd", "-f", "-C", conf])
    count = 300
    try:
        wait_socket(sock, proc, c)
        with socket.socket(socket.AF_UNIX) as s:
            s.settimeout(20)
            s.connect(sock)
            f = s.makefile("rw")
            for i in range(count):
                f.write(f"PUTVAL host/test/gauge-x interval=1 {1700000000 + i}:{i}\n")
                f.flush()
                answer = f.readline()
                check(answer.startswith("0 "), f"collectd answered {answer}")
        c.wait_for(count)
    finally:
        c.end(proc)
    seen = []
    for values in c.values().values():
        for text in values:
            for item in json.loads(text):
                if item["plugin"] == "test":
                    seen.append(item["values"][0])
    check(seen == list(range(count)), f"collectd: values arrived as {seen[:20]}... ({len(seen)})")
    check("error" not in c.output().lower(), c.output()[-2000:])
    c.loaded()


def netflow(ports):
    """A NetFlow v5 datagram with one flow of one packet for each source port."""
    now = int(time.time())
    head = struct.pack(">HHIIIIBBH", 5, len(ports), 60000, now, 0, 0, 0, 0, 0)
    return head + b"".join(
        struct.pack(">4s4s4sHHIIIIHHBBBBHHBBH", bytes([10, 0, 0, 1]), bytes([10, 1, 0, 1]),
                    bytes(4), 1, 2, 1, 48, 59000, 59500, port, 514, 0, 0, 17, 0, 0, 0, 0, 0, 0)
        for port in ports)


def pmacct(lib, bootstrap):
    """pmacct's nfacctd with the kafka plug-in: each NetFlow record arrives once."""
    need("nfacctd", "pmacct")
    c = Client("pmacct", lib, bootstrap)
    port, = free_ports(1)
    host, kport = bootstrap.split(",")[0].rsplit(":", 1)
    conf = c.write("nfacctd.conf", f"""
daemonize: false
nfacctd_ip: 127.0.0.1
nfacctd_port: {port}
aggregate: src_host, dst_host, src_port, dst_port, proto
plugins: kafka[t]
kafka_broker_host[t]: {host}
kafka_broker_port[t]: {kport}
kafka_topic[t]: {c.topic}
kafka_output[t]: json
kafka_refresh_time[t]: 1
logfile: {c.path('log')}
pidfile: {c.path('pid')}
""")
    want = list(range(10000, 10200))
    proc = c.daemon(["nfacctd", "-f", conf])

    def arrived():
        got = [json.loads(line) for vs in c.values().values() for v in vs
               for line in v.splitlines()]
        return [g["port_src"] for g in got if 10000 <= g.get("port_src", 0) < 20000]

    try:
        time.sleep(1)
        end = time.monotonic() + 30
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
            for i in range(0, len(want), 20):
                s.sendto(netflow(want[i:i + 20]), ("127.0.0.1", port))
                time.sleep(0.02)
            filler = 20000
            # pmacct hands flows to its plug-in in buffers: further flows push them on.
            while len(arrived()) < len(want):
                check(proc.poll() is None and time.monotonic() < end,
                      f"pmacct: {len(arrived())} of {len(want)} flows\n{c.output()[-2000:]}")
                s.sendto(netflow(range(filler, filler + 20)), ("127.0.0.1", port))
                filler += 20
                time.sleep(0.3)
        check(sorted(arrived()) == want, f"pmacct: flows {sorted(arrived())}")
    finally:
        c.end(proc, signal.SIGINT)
    check("ERROR" not in c.output(), c.output()[-3000:])
    c.loaded()


def proftpd(lib, bootstrap):
    """ProFTPD with mod_kafka: every command of an FTP session arrives as JSON."""
    debs("proftpd-core", "proftpd-mod-kafka")
    c = Client("proftpd", lib, bootstrap)
    port, = free_ports(1)
    os.makedirs(c.path("home"))
    c.write("passwd", "tester:" + run(["openssl", "passwd", "-1", "secret"]).strip()
            + f":65534:65534::{c.path('home')}:/bin/false\n")
    os.chmod(c.path("passwd"), 0o600)
    conf = c.write("proftpd.conf", f"""
ModulePath /usr/lib/proftpd
LoadModule mod_kafka.c
ServerName "test"
ServerType standalone
DefaultAddress 127.0.0.1
SocketBindTight on
Port {port}
UseIPv6 off
User nobody
Group nogroup
AuthOrder mod_auth_file.c
AuthUserFile {c.path('passwd')}
RequireValidShell off
UseReverseDNS off
WtmpLog off
TransferLog none
SystemLog {c.path('log')}
PidFile {c.path('pid')}
ScoreboardFile {c.path('score')}
DelayTable none
DelayEngine off
# Threads and mod_cap do not mix: glibc aborts when threads of one process have
# different capabilities at setuid.
CapabilitiesEngine off
KafkaEngine on
KafkaLog {c.path('kafka.log')}
KafkaBroker {bootstrap}
LogFormat {c.topic} "%a %u %m %s"
KafkaLogOnEvent ALL {c.topic}
""")
    exe = "/usr/sbin/proftpd"
    if os.geteuid() == 0:
        os.chmod(c.dir, 0o755)
        os.chown(c.path("home"), 65534, 65534)
    proc = c.daemon([exe, "-n", "-c", conf, "-d", "3"])
    names = [f"d{i}" for i in range(20)]
    try:
        end = time.monotonic() + 20
        while True:
            try:
                ftp = ftplib.FTP()
                ftp.connect("127.0.0.1", port, 10)
                break
            except OSError:
                check(proc.poll() is None and time.monotonic() < end,
                      f"proftpd did not come up\n{c.output()}")
                time.sleep(0.1)
        ftp.login("tester", "secret")
        for name in names:
            ftp.mkd(name)
        ftp.quit()
        c.wait_for(5 + len(names), 20)
    finally:
        c.end(proc)
    commands = [json.loads(v).get("command") for vs in c.values().values() for v in vs]
    check(commands == [None, "USER", "PASS"] + ["MKD"] * len(names) + ["QUIT", "EXIT"],
          f"proftpd: {commands}")
    with open(c.path("kafka.log"), encoding="utf-8") as f:
        log = f.read()
    check("error" not in log.lower(), log[-2000:])
    c.loaded()


def cxx(lib, bootstrap):
    """A C++ program on Debian's librdkafka++: delivery reports, headers, metadata."""
    debs("librdkafka++1", "librdkafka-dev", "g++")
    c = Client("cxx", lib, bootstrap, 2)
    exe = compile_c(os.path.join(HERE, "producer.cpp"), c.path("producer"), headers("debian"),
                    libdir("debian"), std="c++11", cxx=True,
                    extra=["-Wl,--push-state,--no-as-needed", "-lrdkafka++", "-Wl,--pop-state"])
    fill = unborn(c, "/usr/lib/x86_64-linux-gnu/librdkafka++.so.1")
    if fill:
        c.env["LD_PRELOAD"] = fill
    count = 2000
    out = run([exe, bootstrap, c.topic, str(count)], 60, c.env)
    no_loader_error(out + run.stderr)
    check(f"delivered {count} failed 0" in out and "partitions 2" in out, out + run.stderr)
    c.exactly([f"cxx {i}" for i in range(count)])
    c.loaded()


def unborn(client, user):
    """librdkafka++ wants all its symbols at load time (BIND_NOW), those of consumers
    too. For functions that the library under test does not have yet, this makes a
    library of functions that end the program; None if nothing is missing."""
    lib = os.path.join(client.lib, "librdkafka.so.1")
    want = {line.split()[-1] for line in run(["nm", "-D", user]).splitlines()
            if " U rd_kafka_" in line}
    have = {line.split()[-1] for line in run(["nm", "-D", "--defined-only", lib]).splitlines()}
    missing = sorted(want - have)
    if not missing:
        return None
    print(f"{len(missing)} functions that librdkafka++ imports are not there yet: "
          + " ".join(missing))
    source = client.write("unborn.c", "#include <stdio.h>\n#include <stdlib.h>\n" + "".join(
        f'void {f}(void); void {f}(void) {{ fputs("{f} called\\n", stderr); abort(); }}\n'
        for f in missing))
    run(["gcc", "-shared", "-fPIC", source, "-o", client.path("unborn.so")], 60)
    return client.path("unborn.so")


CLIENTS = {f.__name__: f for f in (kcat, rsyslog, collectd, pmacct, proftpd, cxx)}


def main():
    ap = argparse.ArgumentParser(description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--lib", default="ours")
    ap.add_argument("--bootstrap")
    ap.add_argument("names", nargs="*", metavar="NAME", choices=[[], *CLIENTS])
    args = ap.parse_args()
    kafka = None
    bootstrap = args.bootstrap
    if not bootstrap:
        kafka = Kafka(f"/tmp/librdkafka-rs-clients-{os.getpid()}").up()
        bootstrap = kafka.bootstrap
    failed = 0
    try:
        for name in args.names or CLIENTS:
            t0 = time.monotonic()
            try:
                CLIENTS[name](libdir(args.lib), bootstrap)
                print(f"ok    {name} {time.monotonic() - t0:.1f} s", flush=True)
            except (Failed, OSError, ValueError) as e:
                failed += 1
                print(f"FAIL  {name}: {e}", flush=True)
    finally:
        if kafka:
            kafka.down()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
