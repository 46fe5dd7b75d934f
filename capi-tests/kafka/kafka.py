#!/usr/bin/env python3
"""Runs Apache Kafka (KRaft, one or three nodes) on loopback for tests.

    kafka.py up [--nodes 1|3] [--set KEY=VALUE ...]   fetch, format, start, wait until it serves
    kafka.py status                                   nodes, their state, the bootstrap list
    kafka.py stop N | kill N | pause N                shut down, SIGKILL or SIGSTOP node N
    kafka.py start N | resume N                       start it again, or SIGCONT
    kafka.py topics create NAME [--partitions P] [--replication R] [--config K=V ...]
    kafka.py topics list | topics delete NAME
    kafka.py read NAME                                the values a topic holds, one a line
    kafka.py run CLASS ARG...                         a Java tool of Kafka, for instance
                                                      org.apache.kafka.tools.TopicCommand
    kafka.py log N                                    the path of a node's log file
    kafka.py down                                     stop all nodes, remove their data
    kafka.py fetch [--update]                         only fetch the jars

Every command takes --dir D, where the cluster lives (default: a directory of the
user's below /tmp), so that several clusters can run side by side. The jars come
from Maven Central through mvn and are kept in ~/.cache/librdkafka-rs/kafka
(XDG_CACHE_HOME moves it); KAFKA_VERSION pins a version, otherwise it is the newest
4.x that was served when they were fetched. Needs Java 17 and, to fetch, Maven;
as root it installs both.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import uuid
import base64

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
import common  # noqa: E402
from wire import Cluster, Connection, KafkaError  # noqa: E402

HERE = os.path.dirname(os.path.realpath(__file__))
HEAP_MB = 512


def default_dir():
    return os.path.join("/tmp", f"librdkafka-rs-kafka-{os.getuid()}")


def fetch(update=False):
    """Returns the directory of the jars, fetched from Maven Central if need be."""
    base = os.path.join(common.CACHE, "kafka")
    want = os.environ.get("KAFKA_VERSION")
    have = sorted((d for d in (os.listdir(base) if os.path.isdir(base) else [])
                   if d[:1].isdigit() and "." in d and "~" not in d),
                  key=lambda v: [int(x) for x in v.split(".") if x.isdigit()])
    if want and want in have:
        return os.path.join(base, want)
    if have and not want and not update:
        return os.path.join(base, have[-1])
    common.need("mvn", "maven")
    tmp = os.path.join(base, f"fetch~{os.getpid()}")
    shutil.rmtree(tmp, ignore_errors=True)
    os.makedirs(tmp)
    try:
        cmd = ["mvn", "-q", "-B", "-f", os.path.join(HERE, "pom.xml"),
               "dependency:copy-dependencies", "-DincludeScope=runtime",
               f"-DoutputDirectory={tmp}"]
        if want:
            cmd.append(f"-Dkafka.version={want}")
        if update:
            cmd.append("-U")
        common.run(cmd, 900)
        version = next(f for f in os.listdir(tmp) if f.startswith("kafka_2.13-"))
        version = version[len("kafka_2.13-"):-len(".jar")]
        final = os.path.join(base, version)
        if not os.path.isdir(final):
            os.rename(tmp, final)
        return final
    finally:
        shutil.rmtree(tmp, ignore_errors=True)


def java():
    common.need("java", "openjdk-17-jre-headless")
    return "java"


def cluster_id():
    """A random id. It begins with a letter: the storage tool takes "-..." for an option."""
    raw = bytearray(uuid.uuid4().bytes)
    raw[0] &= 0x7f
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


class Kafka:
    """A cluster in a directory; its state is kept in files there, so that several
    processes can steer it."""

    def __init__(self, directory=None):
        self.dir = os.path.abspath(directory or default_dir())
        self.state_file = os.path.join(self.dir, "state.json")
        self.procs = {}

    # ---- state

    def state(self):
        try:
            with open(self.state_file, encoding="utf-8") as f:
                return json.load(f)
        except FileNotFoundError:
            raise KafkaError(f"no cluster in {self.dir}: kafka.py up starts one") from None

    def _save(self, state):
        tmp = self.state_file + ".new"
        with open(tmp, "w", encoding="utf-8") as f:
            json.dump(state, f, indent=1)
        os.rename(tmp, self.state_file)

    def _pid(self, n):
        """The node's process id if that process is still our node."""
        try:
            with open(os.path.join(self.dir, f"node{n}", "pid"), encoding="utf-8") as f:
                pid = int(f.read())
            for _ in range(100):
                with open(f"/proc/{pid}/stat", encoding="utf-8") as f:
                    if f.read().rpartition(")")[2].split()[0] == "Z":
                        return None
                with open(f"/proc/{pid}/cmdline", "rb") as f:
                    cmd = f.read()
                if cmd:
                    break
                time.sleep(0.01)  # in the middle of its exec
        except (OSError, ValueError):
            return None
        return pid if os.path.join(self.dir, f"node{n}").encode() in cmd else None

    @property
    def bootstrap(self):
        return ",".join(f"127.0.0.1:{p}" for p in self.state()["ports"].values())

    def cluster(self):
        return Cluster(self.bootstrap)

    # ---- life of the cluster

    def up(self, nodes=1, settings=None, wait_s=90.0):
        if os.path.exists(self.state_file):
            if any(self._pid(n) for n in self.state()["ports"]):
                raise KafkaError(f"a cluster runs in {self.dir} already")
            shutil.rmtree(self.dir)
        jars = fetch()
        ports = common.free_ports(2 * nodes)
        state = {
            "jars": jars,
            "cluster_id": cluster_id(),
            "ports": {str(i + 1): ports[i] for i in range(nodes)},
            "voters": ",".join(f"{i + 1}@127.0.0.1:{ports[nodes + i]}" for i in range(nodes)),
            "controllers": {str(i + 1): ports[nodes + i] for i in range(nodes)},
            "settings": settings or {},
        }
        os.makedirs(self.dir)
        self._save(state)
        try:
            for n in state["ports"]:
                self._configure(state, n)
            formats = [self._format(state, n) for n in state["ports"]]
            for p in formats:
                out, _ = p.communicate(timeout=60)
                if p.returncode:
                    raise KafkaError(f"formatting the storage failed:\n{out[-2000:]}")
            for n in state["ports"]:
                self._launch(state, n)
            self._wait(state, list(state["ports"]), wait_s)
        except BaseException:
            self.down(keep=True)
            raise
        return self

    def _configure(self, state, n):
        d = os.path.join(self.dir, f"node{n}")
        os.makedirs(d)
        nodes = len(state["ports"])
        rf = min(3, nodes)
        conf = {
            "process.roles": "broker,controller",
            "node.id": n,
            "controller.quorum.voters": state["voters"],
            "controller.listener.names": "CONTROLLER",
            "listeners": f"PLAINTEXT://127.0.0.1:{state['ports'][n]},"
                         f"CONTROLLER://127.0.0.1:{state['controllers'][n]}",
            "advertised.listeners": f"PLAINTEXT://127.0.0.1:{state['ports'][n]}",
            "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
            "log.dirs": os.path.join(d, "data"),
            "num.partitions": 1,
            "default.replication.factor": rf,
            "offsets.topic.replication.factor": rf,
            "offsets.topic.num.partitions": 4,
            "transaction.state.log.replication.factor": rf,
            "transaction.state.log.min.isr": min(2, nodes),
            "transaction.state.log.num.partitions": 4,
            "share.coordinator.state.topic.replication.factor": rf,
            "share.coordinator.state.topic.min.isr": 1,
            "group.initial.rebalance.delay.ms": 0,
            "num.network.threads": 2,
            "num.io.threads": 4,
            "log.cleaner.dedupe.buffer.size": 4 << 20,
            "log.cleaner.threads": 1,
            "controlled.shutdown.enable": "true",
            "controller.quorum.election.timeout.ms": 500,
            "controller.quorum.fetch.timeout.ms": 1500,
            "broker.session.timeout.ms": 6000,
            "initial.broker.registration.timeout.ms": 60000,
        }
        conf.update(state["settings"])
        with open(os.path.join(d, "server.properties"), "w", encoding="utf-8") as f:
            f.writelines(f"{k}={v}\n" for k, v in conf.items())

    def _java(self, state, n, *args):
        return [java(), f"-Xmx{HEAP_MB}m", "-Xms128m", "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xshare:auto",
                "-Djava.awt.headless=true", "-Djava.net.preferIPv4Stack=true",
                "-Dorg.slf4j.simpleLogger.showDateTime=true",
                "-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=info",
                *([f"-Dnode={os.path.join(self.dir, f'node{n}')}"] if n else []),
                "-cp", os.path.join(state["jars"], "*"), *args]

    def _format(self, state, n):
        return subprocess.Popen(
            self._java(state, n, "kafka.tools.StorageTool", "format", "-t", state["cluster_id"],
                       "-c", os.path.join(self.dir, f"node{n}", "server.properties")),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def _launch(self, state, n):
        d = os.path.join(self.dir, f"node{n}")
        with open(os.path.join(d, "log"), "ab") as log:
            p = subprocess.Popen(
                self._java(state, n, "kafka.Kafka", os.path.join(d, "server.properties")),
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                start_new_session=True, cwd=d)
        self.procs[n] = p
        with open(os.path.join(d, "pid"), "w", encoding="utf-8") as f:
            f.write(str(p.pid))

    def _wait(self, state, nodes, wait_s):
        """Waits until each of the nodes serves and knows all running nodes."""
        end = time.monotonic() + wait_s
        alive = {int(n) for n in state["ports"] if self._pid(n)}
        for n in nodes:
            while True:
                if not self._pid(n):
                    status = self.procs[n].poll() if n in self.procs else "unknown"
                    raise KafkaError(f"node {n} ended, status {status}:\n" + self.tail(n))
                try:
                    with Connection("127.0.0.1", state["ports"][n], 5) as c:
                        if alive <= set(c.metadata([])[0]):
                            break
                except (OSError, KafkaError, struct_error):
                    pass
                if time.monotonic() > end:
                    raise KafkaError(f"node {n} does not serve after {wait_s} s:\n" + self.tail(n))
                time.sleep(0.1)

    def tail(self, n, size=3000):
        try:
            with open(self.log(n), "rb") as f:
                f.seek(max(0, os.path.getsize(self.log(n)) - size))
                return f.read().decode(errors="replace")
        except OSError:
            return "(no log)"

    def log(self, n):
        return os.path.join(self.dir, f"node{n}", "log")

    def _check(self, n):
        n = str(n)
        if n not in self.state()["ports"]:
            raise KafkaError(f"there is no node {n}")
        return n

    def start(self, n, wait_s=90.0, wait=True):
        n = self._check(n)
        if self._pid(n):
            return
        state = self.state()
        self._launch(state, n)
        if wait:
            self._wait(state, [n], wait_s)

    def _signal(self, n, sig, gone_s=None):
        n = self._check(n)
        pid = self._pid(n)
        if not pid:
            return
        os.kill(pid, sig)
        end = time.monotonic() + (gone_s or 0)
        while gone_s and self._pid(n):
            if time.monotonic() > end:
                os.kill(pid, signal.SIGKILL)
            time.sleep(0.05)
            try:
                os.waitpid(pid, os.WNOHANG)
            except ChildProcessError:
                pass

    def stop(self, n, grace_s=15):
        """Shuts the node down in order; kills it if that takes too long."""
        self._signal(n, signal.SIGCONT)
        self._signal(n, signal.SIGTERM, grace_s)

    def kill(self, n):
        self._signal(n, signal.SIGKILL, 10)

    def pause(self, n):
        """The node keeps its connections and answers nothing any more."""
        self._signal(n, signal.SIGSTOP)

    def resume(self, n):
        self._signal(n, signal.SIGCONT)

    def down(self, keep=False):
        if not os.path.exists(self.state_file):
            return
        for n in self.state()["ports"]:
            self.kill(n)
        if not keep:
            shutil.rmtree(self.dir, ignore_errors=True)

    def status(self):
        state = self.state()
        rows = []
        for n, port in state["ports"].items():
            pid = self._pid(n)
            what = "stopped"
            if pid:
                what = "running, not serving"
                try:
                    with Connection("127.0.0.1", port, 2) as c:
                        what = f"serving, knows {len(c.metadata([])[0])} node(s)"
                except (OSError, KafkaError, struct_error):
                    pass
            rows.append((n, port, pid or "-", what))
        return rows

    def run_tool(self, cls, args):
        state = self.state()
        return subprocess.call(self._java(state, None, cls, *args))


struct_error = __import__("struct").error


def pairs(items):
    return dict(i.split("=", 1) for i in items or [])


def parser():
    ap = argparse.ArgumentParser(description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--dir", help="directory of the cluster")
    dir_too = argparse.ArgumentParser(add_help=False)
    dir_too.add_argument("--dir", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    sub = ap.add_subparsers(dest="cmd", required=True, metavar="COMMAND")
    p = sub.add_parser("up", parents=[dir_too])
    p.add_argument("--nodes", type=int, default=1, choices=(1, 3))
    p.add_argument("--set", action="append", metavar="KEY=VALUE")
    for name in ("start", "stop", "kill", "pause", "resume", "log"):
        sub.add_parser(name, parents=[dir_too]).add_argument("node")
    for name in ("down", "status", "bootstrap"):
        sub.add_parser(name, parents=[dir_too])
    sub.add_parser("fetch", parents=[dir_too]).add_argument("--update", action="store_true")
    p = sub.add_parser("topics", parents=[dir_too])
    p.add_argument("what", choices=("create", "list", "delete"))
    p.add_argument("name", nargs="?")
    p.add_argument("--partitions", type=int, default=1)
    p.add_argument("--replication", type=int, default=1)
    p.add_argument("--config", action="append", metavar="K=V")
    sub.add_parser("read", parents=[dir_too]).add_argument("name")
    p = sub.add_parser("run", parents=[dir_too])
    p.add_argument("cls")
    p.add_argument("args", nargs=argparse.REMAINDER)
    return ap


def topics(kafka, args):
    if args.what == "create":
        kafka.cluster().create_topic(args.name, args.partitions, args.replication,
                                     pairs(args.config))
    elif args.what == "delete":
        c = kafka.cluster()
        brokers, controller, _ = c.metadata([])
        with Connection(*brokers[controller]) as conn:
            conn.delete_topic(args.name)
    else:
        for name, parts in sorted(kafka.cluster().metadata()[2].items()):
            print(name, len(parts), "partition(s), leaders",
                  ",".join(str(v) for _, v in sorted(parts.items())))


def main():
    args = parser().parse_args()
    kafka = Kafka(args.dir)
    if args.cmd == "up":
        t0 = time.monotonic()
        kafka.up(args.nodes, pairs(args.set))
        print(f"Kafka {os.path.basename(kafka.state()['jars'])}, {args.nodes} node(s), "
              f"serves after {time.monotonic() - t0:.1f} s", file=sys.stderr)
        print(kafka.bootstrap)
    elif args.cmd in ("start", "stop", "kill", "pause", "resume"):
        getattr(kafka, args.cmd)(args.node)
    elif args.cmd == "log":
        print(kafka.log(kafka._check(args.node)))
    elif args.cmd == "down":
        kafka.down()
    elif args.cmd == "bootstrap":
        print(kafka.bootstrap)
    elif args.cmd == "status":
        for row in kafka.status():
            print("node {} port {} pid {}: {}".format(*row))
        print("bootstrap.servers=" + kafka.bootstrap)
    elif args.cmd == "fetch":
        print(fetch(args.update))
    elif args.cmd == "topics":
        topics(kafka, args)
    elif args.cmd == "read":
        for _p, _o, _t, _k, value, _h in kafka.cluster().read(args.name):
            print((value or b"").decode(errors="replace"))
    elif args.cmd == "run":
        return kafka.run_tool(args.cls, args.args)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (KafkaError, common.Failed, OSError) as e:
        sys.exit(f"kafka.py: {e}")
    except BrokenPipeError:
        pass
