"""Installs into a temporary tree and builds against it as users do."""

import os
import re
import tempfile

from common import ROOT, check, limit, need, run

PROGRAM = r"""
#include <stdio.h>
#include <string.h>
#include INCLUDE
int main(void) {
  const char *version = rd_kafka_version_str();
  printf("%x %s\n", (unsigned)rd_kafka_version(), version);
  return strcmp(version, "2.16.0") != 0 || rd_kafka_version() != 0x021000ff;
}
"""

CMAKE = """
cmake_minimum_required(VERSION 3.13)
project(consumer C CXX)
find_package(RdKafka 2.3 REQUIRED)
message(STATUS "ours ${RdKafka_RS_VERSION} abi ${RdKafka_VERSION}")
add_executable(c main.c)
target_link_libraries(c RdKafka::rdkafka)
add_executable(cxx main.cpp)
target_link_libraries(cxx PRIVATE RdKafka::rdkafka)
"""


class Tree:
    """One installation below a temporary directory."""

    def __init__(self, tmp, prefix="/opt/kafka lib", **dirs):
        self.tmp, self.prefix, self.dest = tmp, prefix, os.path.join(tmp, "dest")
        self.args = [f"PREFIX={prefix}", f"DESTDIR={self.dest}",
                     *(f"{k}={v}" for k, v in dirs.items())]
        run(["make", "-s", "-C", ROOT, "install", *self.args], 60)

    def files(self):
        return sorted(os.path.relpath(os.path.join(d, f), self.dest + self.prefix)
                      for d, _, fs in os.walk(self.dest) for f in fs)


def source(tmp, name, include):
    path = os.path.join(tmp, name)
    with open(path, "w", encoding="utf-8") as f:
        f.write(f"#define INCLUDE {include}\n" + PROGRAM)
    return path


def pkg_config(tree, *args):
    lib = tree.dest + tree.prefix + "/lib"
    return run(["pkg-config", *args], 10, {
        "PKG_CONFIG_LIBDIR": lib + "/pkgconfig",
        "PKG_CONFIG_SYSROOT_DIR": tree.dest}).strip()


@limit(60)
def test_install_and_uninstall():
    """The installed files are those that are promised, and uninstall removes them."""
    with tempfile.TemporaryDirectory() as tmp:
        tree = Tree(tmp, "/opt/rdk")
        check(tree.files() == [
            "bin/rdkafka-mock",
            "include/librdkafka/rdkafka.h", "include/librdkafka/rdkafka_mock.h",
            "lib/cmake/RdKafka/RdKafkaConfig.cmake",
            "lib/cmake/RdKafka/RdKafkaConfigVersion.cmake",
            "lib/librdkafka.a", "lib/librdkafka.so", "lib/librdkafka.so.1",
            "lib/pkgconfig/rdkafka-static.pc", "lib/pkgconfig/rdkafka.pc"], str(tree.files()))
        link = os.path.join(tree.dest + tree.prefix, "lib/librdkafka.so")
        check(os.readlink(link) == "librdkafka.so.1", os.readlink(link))
        run(["make", "-s", "-C", ROOT, "uninstall", *tree.args], 30)
        check(tree.files() == [], f"left behind: {tree.files()}")
        check(not os.path.isdir(tree.dest + "/opt/rdk/include/librdkafka"), "directory left")


@limit(60)
def test_symbols():
    """Shared library and archive define no global symbol outside rd_kafka_*."""
    with tempfile.TemporaryDirectory() as tmp:
        lib = Tree(tmp, "/p").dest + "/p/lib/"
        dyn = names(run(["nm", "-D", "--defined-only", lib + "librdkafka.so.1"]))
        arc = names(run(["nm", "-g", "--defined-only", lib + "librdkafka.a"]))
        for kind, syms in (("shared", dyn), ("static", arc)):
            foreign = [s for s in syms if not s.startswith("rd_kafka_")]
            check(not foreign, f"{kind} library exports {foreign[:10]}")
        check(dyn == arc, f"only in one of the two: {sorted(dyn ^ arc)[:10]}")
        check("rd_kafka_version" in dyn, "no rd_kafka_version")
        dynamic = run(["readelf", "-d", lib + "librdkafka.so.1"])
        check("soname: [librdkafka.so.1]" in dynamic, dynamic)
        needed = set(re.findall(r"NEEDED.*\[(.*)\]", dynamic))
        allowed = {"libc.so.6", "libgcc_s.so.1", "libm.so.6", "libpthread.so.0", "libdl.so.2",
                   "librt.so.1", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
        check(needed <= allowed, f"needs {needed - allowed}")


def names(nm):
    return {line.split()[-1] for line in nm.splitlines() if len(line.split()) == 3}


@limit(120)
def test_pkg_config():
    """C99 and C++98 programs build through pkg-config, shared and static, and run."""
    need("pkg-config", "pkg-config")
    with tempfile.TemporaryDirectory() as tmp:
        tree = Tree(tmp, "/opt/rdk")
        lib = tree.dest + "/opt/rdk/lib"
        check(pkg_config(tree, "--modversion", "rdkafka") == "2.16.0", "version")
        with open(os.path.join(ROOT, "Cargo.toml"), encoding="utf-8") as f:
            own = re.search(r'^version = "(.*)"', f.read(), re.M)[1]
        for pc in ("rdkafka", "rdkafka-static"):
            check(pkg_config(tree, "--variable=librdkafka_rs_version", pc) == own, f"{pc}: own version")
            for ext, cc, std, inc in (("c", "gcc", "c99", "<librdkafka/rdkafka.h>"),
                                      ("c", "gcc", "c99", "<rdkafka.h>"),
                                      ("cpp", "g++", "c++98", "<librdkafka/rdkafka_mock.h>")):
                src = source(tmp, f"main.{ext}", inc)
                exe = os.path.join(tmp, "main")
                run([cc, f"-std={std}", "-Wall", "-Wextra", "-Werror", "-pedantic",
                     *pkg_config(tree, "--cflags", pc).split(), src, "-o", exe,
                     *pkg_config(tree, "--libs", pc).split()], 60)
                needed = "librdkafka.so.1" in run(["readelf", "-d", exe])
                check(needed == (pc == "rdkafka"), f"{pc}: loads the shared library: {needed}")
                run([exe], 10, {"LD_LIBRARY_PATH": lib if needed else ""})


@limit(120)
def test_static_archive_is_self_contained():
    """The archive links beside other code that defines the same Rust, zstd and lz4
    symbols, through `pkg-config --static` as well."""
    with tempfile.TemporaryDirectory() as tmp:
        tree = Tree(tmp, "/opt/rdk")
        os.unlink(tree.dest + "/opt/rdk/lib/librdkafka.so")  # leaves -lrdkafka the archive only
        clash = os.path.join(tmp, "clash.c")
        with open(clash, "w", encoding="utf-8") as f:
            for sym in ("ZSTD_compress", "LZ4_compress_default", "rust_eh_personality",
                        "rust_begin_unwind", "__rust_alloc", "malloc_rd", "tokio"):
                f.write(f"int {sym}(void); int {sym}(void) {{ return 1; }}\n")
        exe = os.path.join(tmp, "main")
        run(["gcc", "-std=c99", *pkg_config(tree, "--cflags", "rdkafka").split(), clash,
             source(tmp, "main.c", "<rdkafka.h>"), "-o", exe,
             *pkg_config(tree, "--static", "--libs", "rdkafka").split()], 60)
        run([exe], 10)


@limit(120)
def test_cmake():
    """find_package(RdKafka 2.3) gives RdKafka::rdkafka, wherever the tree stands."""
    need("cmake", "cmake")
    with tempfile.TemporaryDirectory() as tmp:
        for dirs in ({}, {"LIBDIR": "/opt/my kafka/lib/x86_64-linux-gnu"}):
            tree = Tree(os.path.join(tmp, str(len(dirs))), "/opt/my kafka", **dirs)
            src = os.path.join(tree.tmp, "src")
            os.makedirs(src)
            source(src, "main.c", "<librdkafka/rdkafka.h>")
            source(src, "main.cpp", "<rdkafka.h>")
            with open(os.path.join(src, "CMakeLists.txt"), "w", encoding="utf-8") as f:
                f.write(CMAKE)
            build = os.path.join(tree.tmp, "build")
            out = run(["cmake", "-S", src, "-B", build,
                       f"-DCMAKE_PREFIX_PATH={tree.dest + tree.prefix}",
                       "-DCMAKE_LIBRARY_ARCHITECTURE=x86_64-linux-gnu"], 60)
            check("abi 2.16.0" in out, out)
            run(["cmake", "--build", build], 60)
            for exe in ("c", "cxx"):
                run([os.path.join(build, exe)], 10)


@limit(120)
def test_examples_build_as_they_say():
    """Each program of examples-c builds with the command in its head, without warnings."""
    with tempfile.TemporaryDirectory() as tmp:
        tree = Tree(tmp, "/opt/rdk")
        names_ = sorted(f for f in os.listdir(os.path.join(ROOT, "examples-c")) if f.endswith(".c"))
        check(len(names_) >= 4, str(names_))
        for name in names_:
            path = os.path.join(ROOT, "examples-c", name)
            with open(path, encoding="utf-8") as f:
                check(f"Build: cc {name} $(pkg-config --cflags --libs rdkafka)" in f.read(),
                      f"{name} does not say how to build it")
            run(["cc", "-Wall", "-Wextra", "-Werror", path, "-o", os.path.join(tmp, "exe"),
                 *pkg_config(tree, "--cflags", "--libs", "rdkafka").split()], 60)
            usage = run([os.path.join(tmp, "exe")], 10,
                        {"LD_LIBRARY_PATH": tree.dest + "/opt/rdk/lib"}, ok=(2,))
            check("usage: " in usage + run.stderr, f"{name} does not say how to call it")
