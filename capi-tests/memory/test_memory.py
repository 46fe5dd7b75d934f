"""The C programs under valgrind and under AddressSanitizer: no error, no leak."""

import os
from concurrent.futures import ThreadPoolExecutor

from common import Failed, TESTS, check, compile_c, libdir, limit, loader_env, need, run, workdir
from mocks import Mock

# Program, arguments; BROKERS stands for those of a mock cluster. Not here: what measures
# time closely, or switches stacks.
CASES = [
    ("regress/conf", "h01"), ("regress/conf", "h11"), ("regress/conf", "h15"),
    ("regress/conf", "h16"), ("regress/partition", "h02"), ("regress/partition", "h03"),
    ("regress/produce", "h05"), ("regress/produce", "h13"), ("regress/fork", "h10"),
    ("agents/agent", "last-error"), ("agents/agent", "new-fails"), ("agents/agent", "queued"),
    ("agents/agent", "callbacks-end"), ("agents/agent", "reports", "BROKERS", "t"),
    ("agents/agent", "cycles", "BROKERS", "t", "12"), ("agents/agent", "workers", "BROKERS", "t"),
    ("agents/threads", "look", "BROKERS", "t"),
    ("agents/threads", "interceptors", "BROKERS", "t"),
    ("hostile/arguments",), ("hostile/arguments", "more"), ("c/pure",),
    ("stress/stress", "4", "5"), ("stress/stress", "4", "6", "max.in.flight=1", "linger.ms=0"),
]
# Valgrind lets no thread block the signals of faults; and a forked child leaves what
# belongs to its parent's threads as it is.
NOT_UNDER_VALGRIND = {("agents/threads", "look", "BROKERS", "t"), ("regress/fork", "h10")}


def each(name, cases, flags, command, env):
    """Compiles the programs with `flags` and runs the cases, two at a time."""
    d = workdir("memory-" + name)
    built = {}
    for program in sorted({case[0] for case in cases}):
        built[program] = compile_c(os.path.join(TESTS, program + ".c"),
                                   os.path.join(d, program.replace("/", "-")),
                                   extra=["-I", TESTS, *flags])
    failures = []

    def one(case):
        program, *args = case
        log = os.path.join(d, "-".join(case).replace("/", "-") + ".log")
        try:
            with Mock(1) as mock:
                args = [mock.bootstrap if a == "BROKERS" else a for a in args]
                run([*command(log), built[program], *args], 120,
                    env=dict(loader_env(libdir("ours")), **env))
            print(" ".join(case), "ok", flush=True)
        except Failed as e:
            said = open(log, encoding="utf-8").read() if os.path.exists(log) else ""
            failures.append(f"{' '.join(case)}: {str(e)[-1500:]}\n{said[:3000]}")

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(one, cases))
    check(not failures, "\n".join(failures))


@limit(240)
def test_valgrind():
    """memcheck: no invalid access, no leak."""
    need("valgrind")
    cases = [case for case in CASES if case not in NOT_UNDER_VALGRIND]
    each("valgrind", cases, [], lambda log: [
        "valgrind", "-q", "--error-exitcode=9", "--leak-check=full", f"--log-file={log}",
        "--show-leak-kinds=definite,indirect", "--errors-for-leak-kinds=definite,indirect",
        "--child-silent-after-fork=yes"], {})


@limit(180)
def test_address_sanitizer():
    """AddressSanitizer in the programs; it sees the library's use of malloc too."""
    each("asan", CASES, ["-fsanitize=address", "-fno-omit-frame-pointer"], lambda log: [],
         {"ASAN_OPTIONS": "detect_leaks=1"})
