#!/usr/bin/env bash
# A Debian package of the command and the checker, from the same build as the archive.
set -euo pipefail
cd "$(dirname "$0")/.."
CARGO=${CARGO:-cargo}
target=${CARGO_TARGET_DIR:-target}
profile=${PROFILE:-dist}
triple=$(rustc -vV | sed -n 's/^host: //p')
$CARGO build --profile "$profile" --locked --target "$triple" -p sprague-cli -p sprague-certificate
built=$target/$triple/${profile/#dev/debug}
mkdir -p dist
# cargo-deb compresses what lies in the repository, not what was built
"$built/sprague" man | gzip -9n > "$built/sprague.1.gz"
gzip -9nc CHANGELOG.md > "$built/changelog.gz"
for shell in bash zsh fish; do "$built/sprague" completions $shell > "$built/sprague.$shell"; done
python3 tools/notices.py "$triple" sprague-cli sprague-certificate | gzip -9n > "$built/THIRD-PARTY.txt.gz"
$CARGO deb --no-build --no-strip --profile "$profile" --target "$triple" --package sprague-cli --output dist
