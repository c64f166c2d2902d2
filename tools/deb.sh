#!/usr/bin/env bash
# A Debian package of the command and the checker, from the same build as the archive.
set -euo pipefail
cd "$(dirname "$0")/.."
CARGO=${CARGO:-cargo}
target=${CARGO_TARGET_DIR:-target}
triple=$(rustc -vV | sed -n 's/^host: //p')
$CARGO build --profile dist --locked --target "$triple" -p sprague-cli -p sprague-certificate
mkdir -p "$target/deb" dist
"$target/$triple/dist/sprague" man > "$target/deb/sprague.1"
for shell in bash zsh fish; do "$target/$triple/dist/sprague" completions $shell > "$target/deb/sprague.$shell"; done
$CARGO deb --no-build --no-strip --profile dist --target "$triple" --package sprague-cli --output dist
