"""What the test tools share: paths, library directories, compiling C, running
things with a time limit, installing Debian packages."""

import glob
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
TESTS = os.path.join(ROOT, "capi-tests")
CACHE = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"),
                     "librdkafka-rs")
TARGET = os.environ.get("CARGO_TARGET_DIR") or os.path.join(ROOT, "target")
DEBIAN_LIB = "/usr/lib/x86_64-linux-gnu"
WHEEL = "confluent-kafka==2.16.1"
WARN = ["-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter"]

sys.path.insert(0, os.path.join(TESTS, "kafka"))


class Failed(Exception):
    """A test's assertion did not hold; the text says what was seen."""


def check(cond, what):
    if not cond:
        raise Failed(what)


def run(cmd, timeout=60, env=None, stdin=None, cwd=None, ok=(0,)):
    """Runs a command to its end and returns stdout; raises Failed with its
    output when it exits otherwise than `ok` or takes too long."""
    full = dict(os.environ, **(env or {}))
    p = subprocess.Popen(cmd, stdin=subprocess.PIPE if stdin is not None else subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=full, cwd=cwd,
                         text=True, errors="replace", start_new_session=True)
    try:
        out, err = p.communicate(stdin, timeout=timeout)
    except subprocess.TimeoutExpired:
        os.killpg(p.pid, 9)
        out, err = p.communicate()
        raise Failed(f"{' '.join(map(str, cmd))}: no end after {timeout} s\n"
                     f"{out[-3000:]}\n{err[-3000:]}") from None
    if ok is not None and p.returncode not in ok:
        raise Failed(f"{' '.join(map(str, cmd))}: exit status {p.returncode}\n"
                     f"{out[-4000:]}\n{err[-4000:]}")
    run.stderr = err
    run.returncode = p.returncode
    return out


def need(program, *packages):
    """Makes sure that a program is there; installs Debian packages as root,
    names them otherwise."""
    if shutil.which(program) or os.path.exists(program):
        return
    debs(*(packages or (program,)))
    if not (shutil.which(program) or os.path.exists(program)):
        raise Failed(f"{program} is missing after installing {' '.join(packages)}")


def debs(*packages):
    """Installs the Debian packages that are not there yet."""
    missing = [p for p in packages if subprocess.run(
        ["dpkg-query", "-W", "-f", "${Status}", p], capture_output=True, text=True
    ).stdout.find("install ok installed") < 0]
    if not missing:
        return
    if os.geteuid() or not shutil.which("apt-get"):
        raise Failed("please install: " + " ".join(missing))
    env = {"DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    # Daemons that come as packages are run by the tests themselves only.
    policy = "/usr/sbin/policy-rc.d"
    own = not os.path.exists(policy)
    if own:
        with open(policy, "w", encoding="utf-8") as f:
            f.write("#!/bin/sh\nexit 101\n")
        os.chmod(policy, 0o755)
    try:
        run(["apt-get", "-q", "update"], 300, env)
        run(["apt-get", "-qy", "--no-install-recommends", "install", *missing], 600, env)
    finally:
        if own:
            os.unlink(policy)


def ours():
    """The shared library that make built; RDKAFKA_SO names another."""
    path = os.environ.get("RDKAFKA_SO") or os.path.join(ROOT, "build", "librdkafka.so.1")
    if not os.path.exists(path):
        raise Failed(f"{path} is not there: run make first")
    return path


def libdir(which):
    """A directory to put into LD_LIBRARY_PATH, with librdkafka.so.1 (and
    librdkafka.so for the linker): 'ours', 'debian' (2.0.2), 'wheel' (2.16),
    or the path of a shared library or of such a directory."""
    if os.path.isdir(which):
        return os.path.realpath(which)
    if which == "wheel":
        return _wheel()
    if which == "debian":
        debs("librdkafka1")
        so = os.path.join(DEBIAN_LIB, "librdkafka.so.1")
    elif which == "ours":
        so = ours()
    else:
        so = which
    so = os.path.realpath(so)
    name = "ours" if which == "ours" else "lib" + so.replace("/", "_")
    d = os.path.join(TARGET, "capi-tests", "lib", name)
    os.makedirs(d, exist_ok=True)
    for link in ("librdkafka.so.1", "librdkafka.so"):
        _link(so, os.path.join(d, link))
    return d


def _link(target, path):
    if os.path.islink(path) and os.readlink(path) == target:
        return
    tmp = f"{path}.{os.getpid()}"
    os.symlink(target, tmp)
    os.rename(tmp, path)


def _wheel():
    """Unpacks librdkafka 2.16 and the libraries beside it from a PyPI wheel."""
    d = os.path.join(CACHE, "wheel", WHEEL.replace("==", "-"))
    if not os.path.exists(os.path.join(d, "librdkafka.so.1")):
        if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True,
                          check=False).returncode:
            debs("python3-pip")
        with tempfile.TemporaryDirectory() as tmp:
            run([sys.executable, "-m", "pip", "download", "-q", "--no-deps",
                 "--only-binary=:all:", "--disable-pip-version-check", "-d", tmp, WHEEL], 300)
            whl, = glob.glob(os.path.join(tmp, "*.whl"))
            new = f"{d}.{os.getpid()}"
            shutil.rmtree(new, ignore_errors=True)
            os.makedirs(new)
            run([sys.executable, "-m", "zipfile", "-e", whl, new], 120)
            libs, = glob.glob(os.path.join(new, "*.libs"))
            for f in os.listdir(libs):
                shutil.move(os.path.join(libs, f), os.path.join(new, f))
            so, = (f for f in os.listdir(new) if f.startswith("librdkafka-"))
            os.symlink(so, os.path.join(new, "librdkafka.so.1"))
            os.symlink(so, os.path.join(new, "librdkafka.so"))
            shutil.rmtree(d, ignore_errors=True)
            os.rename(new, d)
    return d


def headers(which="ours"):
    """The directory that holds librdkafka/rdkafka.h; RDKAFKA_INCLUDE names another than ours."""
    if which == "debian":
        debs("librdkafka-dev")
        return "/usr/include"
    return os.environ.get("RDKAFKA_INCLUDE") or os.path.join(ROOT, "include")


def compile_c(sources, out, include=None, link=None, std="c99", extra=(), cxx=False):
    """Compiles C (or C++) sources into a program that finds librdkafka.so.1 by
    LD_LIBRARY_PATH. `link` is the directory to link against."""
    cc = os.environ.get("CXX", "g++") if cxx else os.environ.get("CC", "gcc")
    sources = [sources] if isinstance(sources, str) else list(sources)
    os.makedirs(os.path.dirname(out), exist_ok=True)
    inc = include or headers()
    # The headers are the library's business, the programs' warnings ours.
    flags = [cc, f"-std={std}", "-O1", "-g", *WARN, "-D_GNU_SOURCE", "-I", inc,
             "-I", os.path.join(inc, "librdkafka"), *extra]
    tmp = f"{out}.{os.getpid()}"
    # A program is linked against one library and run with several, with other
    # sets of symbols and other libraries behind them.
    run([*flags, *sources, "-o", tmp, "-L", link or libdir("ours"), "-lrdkafka", "-lpthread",
         "-lm", "-Wl,--allow-shlib-undefined"], 120)
    os.rename(tmp, out)
    return out


def loader_env(lib):
    """Environment that makes programs load the librdkafka of directory `lib`."""
    return {"LD_LIBRARY_PATH": lib}


LOADER_ERRORS = ("undefined symbol", "symbol lookup error", "cannot open shared object",
                 "no version information", "version `", "could not load module",
                 "dlopen", "Unable to load plugin")


def no_loader_error(text):
    for line in text.splitlines():
        check(not any(e.lower() in line.lower() for e in LOADER_ERRORS),
              f"loader error: {line}")


def free_ports(n):
    """Loopback ports that are free now."""
    import socket
    socks = [socket.socket() for _ in range(n)]
    for s in socks:
        s.bind(("127.0.0.1", 0))
    ports = [s.getsockname()[1] for s in socks]
    for s in socks:
        s.close()
    return ports


def workdir(name):
    """A fresh directory for the files of one test."""
    d = os.path.join(TARGET, "capi-tests", name)
    shutil.rmtree(d, ignore_errors=True)
    os.makedirs(d)
    return d


def limit(seconds):
    """Decorates a test with its time limit."""
    def mark(fn):
        fn.limit_s = seconds
        return fn
    return mark


def on_kafka(nodes=1):
    """Decorates a test that gets a running Kafka cluster as its argument."""
    def mark(fn):
        fn.kafka_nodes = nodes
        return fn
    return mark
