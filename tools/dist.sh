#!/usr/bin/env bash
# An archive for people who have no Rust: the command with the page inside, the checker, manual pages, completions and
# licences, stripped, with a checksum. `tools/dist.sh` builds for this machine, `tools/dist.sh TARGET` for another one.
# The page must have been built before (`make page`).
set -euo pipefail
cd "$(dirname "$0")/.."
CARGO=${CARGO:-cargo}
target=${CARGO_TARGET_DIR:-target}
triple=${1:-$(rustc -vV | sed -n 's/^host: //p')}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
name=sprague-$version-$triple
case $triple in
  *musl*)
    rustup target add "$triple"
    . tools/zig.sh
    compile_c_for "$triple" x86_64-linux-musl
    ;;
esac
$CARGO build --profile dist --locked --target "$triple" -p sprague-cli -p sprague-certificate
built=$target/$triple/dist
suffix=
case $triple in *windows*) suffix=.exe ;; esac
folder=$target/dist/$name
rm -rf "$folder"
mkdir -p "$folder/man" "$folder/completions" dist
cp "$built/sprague$suffix" "$built/sprague-check$suffix" LICENSE-MIT LICENSE-APACHE README.md CHANGELOG.md "$folder"
# what the program says of itself is the same everywhere; a program for another machine cannot be asked
host=$built/sprague$suffix
"$host" --version > /dev/null 2>&1 || { $CARGO build --locked -q -p sprague-cli; host=$target/debug/sprague; }
"$host" man > "$folder/man/sprague.1"
cp crates/certificate/sprague-check.1 "$folder/man"
for shell in bash zsh fish elvish powershell; do "$host" completions $shell > "$folder/completions/sprague.$shell"; done
tar=$(command -v gtar || command -v tar) # GNU's, which macOS calls gtar
case $triple in
  *windows*) (cd "$target/dist" && rm -f "$name.zip" && 7z a -bso0 "$name.zip" "$name") && mv "$target/dist/$name.zip" dist ;;
  *) "$tar" -C "$target/dist" --owner=0 --group=0 --sort=name -c "$name" | xz -9 > "dist/$name.tar.xz" ;;
esac
cd dist
for file in "$name".*; do
  printf '%s  %.1f MB\n' "$file" "$(($(wc -c < "$file") / 10000))e-2"
done
if command -v sha256sum > /dev/null; then sum=sha256sum; else sum="shasum -a 256"; fi
find . -maxdepth 1 -type f ! -name SHA256SUMS | sed 's,^\./,,' | sort | xargs $sum > SHA256SUMS
