#!/bin/sh
# Which lines, regions and branches of the checker its tests reach, and the text of those that they do not.
# Needs the compiler's own llvm-profdata and llvm-cov (rustup component add llvm-tools), or Debian's llvm of that version.
# Branches are counted by an option of the compiler that is not yet stable, hence RUSTC_BOOTSTRAP.
set -eu
cd "$(dirname "$0")/.."
folder=${CARGO_TARGET_DIR:-$PWD/target}/coverage
own=$(rustc --print target-libdir)/../bin
PATH=$own:$PATH
rm -f "$folder"/*.profraw
export RUSTC_BOOTSTRAP=1
export RUSTFLAGS="-C instrument-coverage -Z coverage-options=branch"
export LLVM_PROFILE_FILE="$folder/%p-%m.profraw"
cargo test --quiet --locked -p sprague-certificate --target-dir "$folder"
llvm-profdata merge -sparse "$folder"/*.profraw -o "$folder/all.profdata"
objects=$(find "$folder/debug/deps" "$folder/debug" -maxdepth 1 -type f -perm -u+x ! -name '*.so' | sed 's/^/--object /')
# shellcheck disable=SC2086
llvm-cov report $objects --instr-profile "$folder/all.profdata" --show-branch-summary --sources crates/certificate/src
# shellcheck disable=SC2086
llvm-cov show $objects --instr-profile "$folder/all.profdata" --show-branches=count --use-color=false \
	--sources crates/certificate/src > "$folder/lines.txt"
echo "Not reached (all lines are in $folder/lines.txt):"
grep -E '^ *[0-9]+\| +0\||Branch .*\[(True|False): 0' "$folder/lines.txt" || echo "nothing"
