#!/usr/bin/env bash
# Runs every attack in full and prints one table: what was attacked, how often, with what result.
# An attack is a test whose name begins with attack_; it fails if anything was wrong.
set -euo pipefail
cd "$(dirname "$0")/.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT
began=$SECONDS
export SPRAGUE_ATTACK=full
export RUST_BACKTRACE=0
if ! ${CARGO:-cargo} test --locked --workspace --lib --bins --tests attack_ -- --nocapture > "$log" 2>&1; then
    cat "$log" >&2
    echo "an attack got through" >&2
    exit 1
fi
echo '| attack | tries | result |'
echo '|---|---|---|'
# beside other output a line may begin in the middle
grep -o 'attack | .*' "$log" | sed 's/^attack | \(.*\)$/| \1 |/'
echo
echo "$((SECONDS - began)) s"
