"""The Rust side: format, lints, unit tests, committed headers."""

from common import ROOT, limit, run

CARGO_S = 1500


def cargo(*args, ok=(0,)):
    print(run(["cargo", *args], CARGO_S, cwd=ROOT, ok=ok)[-3000:])


@limit(60)
def test_fmt():
    """cargo fmt --check"""
    cargo("fmt", "--all", "--check")


@limit(CARGO_S)
def test_clippy():
    """cargo clippy, warnings are errors"""
    cargo("clippy", "-q", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings")


@limit(CARGO_S)
def test_unit():
    """cargo test of the whole workspace"""
    cargo("test", "-q", "--locked", "--workspace")


@limit(600)
def test_headers_are_current():
    """include/librdkafka/*.h are what src/ffi says."""
    cargo("run", "-q", "--locked", "-p", "rdkafka-headers", "--", "--check")
