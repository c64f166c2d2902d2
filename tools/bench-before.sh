#!/usr/bin/env bash
# The engine of this working tree against that of another revision, in turn, one thread, seconds of CPU time, and whether
# both give the same hash of all values.
#
# usage: tools/bench-before.sh [GAME:LAST...]       BEFORE names the revision, KERNEL the kernel of both
#
# Builds the command of both revisions; the other one lies in a working tree of its own under the target folder. Takes
# the best of three rounds on either side. What comes first in a round changes, so that a busy machine harms both alike.
set -euo pipefail
cd "$(dirname "$0")/.."
BEFORE=${BEFORE:-c9c0469}
KERNEL=${KERNEL:-}
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
tree=$target/before/$BEFORE
[ -d "$tree" ] || git worktree add --quiet --detach "$tree" "$BEFORE"
cargo build --release --locked --quiet -p sprague-cli
(cd "$tree" && CARGO_TARGET_DIR=$target/before/build cargo build --release --locked --quiet -p sprague-cli)
now=$target/release/sprague
then=$target/before/build/release/sprague
if [ $# = 0 ]; then
    set -- grundy:16777216 0.6:4194304 0.106:268435456 4.045:33554432 0.174:33554432 0.454:33554432 \
        0.104:33554432 0.054:33554432 0.205:33554432 0.16:10000000 0.007:131072
fi

# Prints the CPU seconds of a command, and leaves its answer in a file.
seconds() {
    local TIMEFORMAT='%U %S'
    { time "$1" values "$2" --to "$3" --format hash --threads 1 ${KERNEL:+--kernel "$KERNEL"} > "$4"; } 2>&1 \
        | awk '{ printf "%.3f\n", $1 + $2 }'
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf '%-10s %12s %10s %10s %8s\n' game to now "$BEFORE" ratio
for row in "$@"; do
    game=${row%:*} to=${row##*:}
    best_now='' best_then=''
    for round in 1 2 3; do
        if [ $((round % 2)) = 1 ]; then order='now then'; else order='then now'; fi
        for which in $order; do
            took=$(seconds "${!which}" "$game" "$to" "$work/$which")
            best=best_$which
            printf -v "$best" '%s' "$(printf '%s\n%s\n' "$took" "${!best:-$took}" | sort -g | head -n 1)"
        done
    done
    cmp -s "$work/now" "$work/then" || { echo "$game: the values differ" >&2; exit 1; }
    awk -v game="$game" -v to="$to" -v now="$best_now" -v before="$best_then" \
        'BEGIN { printf "%-10s %12d %10.2f %10.2f %8.2f\n", game, to, now, before, before / now }'
done
