#!/usr/bin/env bash
# The whole workspace is type-checked for other systems, without warnings. The C inside (SQLite, zstd) is compiled by
# zig, which is a C compiler for all of them; it comes from PyPI, into a private environment below the target folder.
set -euo pipefail
cd "$(dirname "$0")/.."
CARGO=${CARGO:-cargo}
target=$(realpath "${CARGO_TARGET_DIR:-target}")
tools=$target/tools/zig
if ! test -x "$tools/bin/python"; then
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet ziglang
fi
# cargo's names of the systems, and zig's
while read -r triple zig; do
  rustup target add "$triple" 2> /dev/null
  compiler=$tools/cc-$triple
  # zig names its target itself; that of the build scripts has another form
  printf '%s\n' '#!/usr/bin/env bash' 'words=()' \
    'for word in "$@"; do case $word in --target=*|-march=*|-mmacosx-version-min=*|-arch|arm64) ;; *) words+=("$word") ;; esac; done' \
    "exec '$tools/bin/python' -m ziglang cc -target $zig \"\${words[@]}\"" > "$compiler"
  printf '%s\n' '#!/bin/sh' "exec '$tools/bin/python' -m ziglang ar \"\$@\"" > "$tools/ar"
  chmod +x "$compiler" "$tools/ar"
  export "CC_${triple//-/_}=$compiler" "AR_${triple//-/_}=$tools/ar"
  echo "== $triple"
  RUSTFLAGS="-D warnings" CARGO_TARGET_DIR="$target/platforms" \
    $CARGO check --workspace --locked --target "$triple" --exclude sprague-wasm
done << 'END'
x86_64-pc-windows-gnu x86_64-windows-gnu
aarch64-apple-darwin aarch64-macos
aarch64-unknown-linux-gnu aarch64-linux-gnu
END
