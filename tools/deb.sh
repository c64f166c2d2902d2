#!/usr/bin/env bash
# A Debian package of the command and the checker, from the same build as the archive.
set -euo pipefail
cd "$(dirname "$0")/.."
CARGO=${CARGO:-cargo}
target=${CARGO_TARGET_DIR:-target}
triple=$(rustc -vV | sed -n 's/^host: //p')
$CARGO build --profile dist --locked --target "$triple" -p sprague-cli -p sprague-certificate
built=$target/$triple/dist
mkdir -p dist
# cargo-deb compresses what lies in the repository, not what was built
"$built/sprague" man | gzip -9n > "$built/sprague.1.gz"
gzip -9nc CHANGELOG.md > "$built/changelog.gz"
for shell in bash zsh fish; do "$built/sprague" completions $shell > "$built/sprague.$shell"; done
$CARGO deb --no-build --no-strip --profile dist --target "$triple" --package sprague-cli --output dist
