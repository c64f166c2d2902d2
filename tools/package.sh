#!/usr/bin/env bash
# Packs every package as it would be published, and builds all of them from the packed files alone: they stand in a
# folder of their own, each depends on the others as they are packed, and nothing is downloaded but what Cargo.lock names,
# at the start. Then the packed command is installed, and its lab must serve the page. The page must have been built
# before (`make page`).
set -euo pipefail
cd "$(dirname "$0")/.."
CARGO=${CARGO:-cargo}
target=${CARGO_TARGET_DIR:-target}
$CARGO fetch --locked --quiet
rm -rf "$target/package"
# the page that was built is packed, though it is not in the repository
$CARGO package --workspace --no-verify --allow-dirty --locked --offline --quiet
mkdir "$target/package/alone"
cd "$target/package/alone"
for file in ../*.crate; do tar xzf "$file"; done
{
  printf '[workspace]\nresolver = "3"\nmembers = ["sprague*"]\n\n[patch.crates-io]\n'
  for folder in sprague*/; do
    name=$(sed -n 's/^name = "\(.*\)"$/\1/p' "$folder/Cargo.toml" | head -1)
    printf '%s = { path = "%s" }\n' "$name" "${folder%/}"
  done
} > Cargo.toml
cp "$OLDPWD/Cargo.lock" .
$CARGO build --workspace --offline --target-dir ../build
$CARGO install --offline --debug --path sprague-cli-* --root ../installed --target-dir ../build --quiet
command=../installed/bin/sprague
"$command" --version
"$command" solve "kayles: 5 7 + nim: 3"
log=$(mktemp)
"$command" lab --no-open --port 0 --data "$(mktemp -d)" > "$log" 2>&1 &
lab=$!
trap 'kill $lab; rm -f "$log"' EXIT
for _ in $(seq 50); do grep -q http "$log" && break; sleep 0.1; done
page=$(curl -sfL -b "" "$(head -1 "$log")")
case $page in
  *'<div id="app"'*) echo "the page of the installed command is there" ;;
  *) echo "the installed command serves no page" >&2; exit 1 ;;
esac
for file in ../*.crate; do printf '%8d  %s\n' "$(stat -c %s "$file")" "$(basename "$file")"; done
