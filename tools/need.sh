#!/bin/sh
# Says in one line what is missing for a part of the Makefile, before that part starts: tools/need.sh node, fuzz, miri or
# tsan.
fail() { printf 'error: %s\n' "$1" >&2; exit 1; }
# the same versions as `engines` in crates/lab/page/package.json
wanted="Node 20.19, or 22.12 or later"

# Whether a component of the nightly toolchain is there.
nightly() { rustc +nightly --version > /dev/null 2>&1; }
source_is_there() { test -d "$(rustc +nightly --print sysroot)/lib/rustlib/src/rust/library"; }

case $1 in
  node)
    command -v npm > /dev/null || fail "the page is built with $wanted; there is no npm on the path"
    version=$(node --version 2> /dev/null) || fail "the page is built with $wanted; there is no node on the path"
    major=${version#v} minor=${version#*.}
    major=${major%%.*} minor=${minor%%.*}
    if test "$major" -lt 20 || test "$major" = 21 || { test "$major" = 20 && test "$minor" -lt 19; } \
      || { test "$major" = 22 && test "$minor" -lt 12; }; then
      fail "the page is built with $wanted; this is Node ${version#v}"
    fi
    ;;
  fuzz)
    nightly || fail "make fuzz needs the nightly toolchain: rustup toolchain install nightly"
    cargo fuzz --version > /dev/null 2>&1 || fail "make fuzz needs cargo-fuzz: cargo install cargo-fuzz"
    ;;
  miri)
    # asked of the toolchain itself: the name cargo-miri is there even where the component is not
    { nightly && cargo +nightly miri --version > /dev/null 2>&1 && source_is_there; } \
      || fail "make miri needs the nightly toolchain with Miri: rustup toolchain install nightly --component miri,rust-src"
    ;;
  tsan)
    { nightly && source_is_there; } \
      || fail "make tsan needs the nightly toolchain with its sources: rustup toolchain install nightly --component rust-src"
    ;;
  *) fail "tools/need.sh knows node, fuzz, miri and tsan" ;;
esac
