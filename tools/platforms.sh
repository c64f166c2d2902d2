#!/usr/bin/env bash
# The whole workspace is type-checked for other systems, without warnings.
set -euo pipefail
cd "$(dirname "$0")/.."
CARGO=${CARGO:-cargo}
. tools/zig.sh
# cargo's names of the systems, and zig's
while read -r triple zig; do
  echo "== $triple"
  rustup target add "$triple"
  compile_c_for "$triple" "$zig"
  RUSTFLAGS="-D warnings" CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/platforms" \
    $CARGO check --workspace --locked --target "$triple"
done << 'END'
x86_64-pc-windows-gnu x86_64-windows-gnu
aarch64-apple-darwin aarch64-macos
aarch64-unknown-linux-gnu aarch64-linux-gnu
END
