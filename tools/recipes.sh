#!/usr/bin/env bash
# Fills the recipes of packaging/ in for this version and writes them into dist/recipes: tools/recipes.sh ADDRESS, where
# ADDRESS is that of the repository. Version and date come from Cargo.toml and CITATION.cff, the hashes from the files of
# the release in dist/. `tools/recipes.sh --try` makes up address and hashes instead, and checks each recipe by what is
# installed.
set -euo pipefail
cd "$(dirname "$0")/.."
fail() { printf 'error: %s\n' "$1" >&2; exit 1; }
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
day=$(sed -n 's/^date-released: //p' CITATION.cff)
to=${CARGO_TARGET_DIR:-target}/recipes
hash_of() {
  test -f "dist/$1" || fail "dist/$1 is not there; the files of the release belong into dist/"
  sha256sum "dist/$1" | cut -d ' ' -f 1
}
case ${1:-} in
  --try)
    address=https://example.org/sprague/sprague
    source=$(printf 'sources' | sha256sum | cut -d ' ' -f 1)
    windows=$(printf 'windows' | sha256sum | cut -d ' ' -f 1)
    ;;
  https://*)
    to=dist/recipes
    address=${1%/}
    source=$(hash_of "sprague-$version.tar.gz")
    windows=$(hash_of "sprague-$version-x86_64-pc-windows-msvc.zip")
    ;;
  *) fail "tools/recipes.sh ADDRESS, where ADDRESS is that of the repository and begins with https://" ;;
esac
rm -rf "$to"
for recipe in packaging/*/*.*; do
  case $recipe in packaging/archive/*) continue ;; esac
  mkdir -p "$to/$(basename "$(dirname "$recipe")")"
  sed -e "s,@ADDRESS@,$address,g" -e "s,@VERSION@,$version,g" -e "s,@DATE@,$day,g" -e "s,@SOURCE@,$source,g" \
    -e "s,@WINDOWS@,${windows^^},g" "$recipe" > "$to/${recipe#packaging/}"
done
echo "recipes for $version are in $to"
test "${1:-}" = --try || exit 0

# a tool that is not there is named, so that nobody takes a check for done that was not
check() {
  local tool=$1
  shift
  if command -v "$tool" > /dev/null; then "$tool" "$@" > "$to/said" 2>&1 || { cat "$to/said"; fail "$tool $*"; }; echo "$tool: good"
  else echo "$tool is not installed: not checked"; fi
}
check ruby -c "$to/homebrew/sprague.rb"
check nix-instantiate --parse "$to/nix/package.nix"
check rattler-build build --render-only --recipe "$to/conda/recipe.yaml"
