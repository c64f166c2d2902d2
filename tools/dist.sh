#!/usr/bin/env bash
# An archive for people who have no Rust: the command with the page inside, the checker, manual pages, completions,
# licences and the notices of what is inside, stripped, with a checksum. `tools/dist.sh` builds for this machine,
# `tools/dist.sh TARGET` for another one. The page must have been built before (`make page`).
set -euo pipefail
cd "$(dirname "$0")/.."
CARGO=${CARGO:-cargo}
target=${CARGO_TARGET_DIR:-target}
here=$(rustc -vV | sed -n 's/^host: //p')
triple=${1:-$here}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
name=sprague-$version-$triple
test "$triple" = "$here" || rustup target add "$triple"
case $triple in
  *-musl)
    . tools/zig.sh
    compile_c_for "$triple" "${triple%%-*}-linux-musl"
    ;;
  # no other files are needed where the program is to run
  *-windows-msvc) export RUSTFLAGS="${RUSTFLAGS:-} -C target-feature=+crt-static" ;;
esac
$CARGO build --profile dist --locked --target "$triple" -p sprague-cli -p sprague-certificate
built=$target/$triple/dist
suffix=
case $triple in *windows*) suffix=.exe ;; esac
folder=$target/dist/$name
rm -rf "$folder"
mkdir -p "$folder/man" "$folder/completions" dist
cp "$built/sprague$suffix" "$built/sprague-check$suffix" LICENSE-MIT LICENSE-APACHE packaging/archive/README.md \
  CHANGELOG.md "$folder"
python3 tools/notices.py "$triple" sprague-cli sprague-certificate > "$folder/THIRD-PARTY.txt"
# what the program says of itself is the same everywhere; a program for another machine cannot be asked
program=$built/sprague$suffix
if "$program" --version > /dev/null 2>&1; then
  "$program" prove kayles -o "$target/dist/kayles.cert"
  "$built/sprague-check$suffix" "$target/dist/kayles.cert"
else
  echo "$triple cannot be run here; its archive is not tried"
  $CARGO build --locked -q -p sprague-cli
  program=$target/debug/sprague
fi
"$program" man > "$folder/man/sprague.1"
cp crates/certificate/sprague-check.1 "$folder/man"
for shell in bash zsh fish elvish powershell; do "$program" completions $shell > "$folder/completions/sprague.$shell"; done
tar=$(command -v gtar || command -v tar) # GNU's, which macOS calls gtar
# one time for all files, so that the same sources give the same archive
time=@$(git log -1 --format=%ct 2> /dev/null || date +%s)
case $triple in
  *windows*) (cd "$target/dist" && rm -f "$name.zip" && 7z a -bso0 "$name.zip" "$name") && mv "$target/dist/$name.zip" dist ;;
  *) "$tar" -C "$target/dist" --owner=0 --group=0 --numeric-owner --mtime="$time" --sort=name -c "$name" | xz -9 > "dist/$name.tar.xz" ;;
esac
cd dist
for file in "$name".*; do
  printf '%s  %.1f MB\n' "$file" "$(($(wc -c < "$file") / 10000))e-2"
done
if command -v sha256sum > /dev/null; then sum=sha256sum; else sum="shasum -a 256"; fi
find . -maxdepth 1 -type f ! -name SHA256SUMS | sed 's,^\./,,' | sort | xargs $sum > SHA256SUMS
