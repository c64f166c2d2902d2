#!/usr/bin/env bash
# The notes of a release, the section of CHANGELOG.md: tools/release-notes.sh v1.2.3. Refuses a tag that is not the
# version of Cargo.toml and CITATION.cff, a section that is empty or has no date, and lines left under "Unreleased".
set -euo pipefail
cd "$(dirname "$0")/.."
fail() { printf 'error: %s\n' "$1" >&2; exit 1; }
tag=${1:?the tag of the release, such as v1.2.3}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
test "$tag" = "v$version" || fail "the tag is $tag, the version of Cargo.toml is $version"
cited=$(sed -n 's/^version: //p' CITATION.cff)
test "$cited" = "$version" || fail "CITATION.cff names version $cited, Cargo.toml $version"
section() { awk -v start="## [$1]" 'index($0, "## [") == 1 { inside = index($0, start) == 1; next } inside' CHANGELOG.md; }
date=$(sed -n "s/^## \[$version\] - \([0-9]\{4\}-[0-9]\{2\}-[0-9]\{2\}\)$/\1/p" CHANGELOG.md)
test -n "$date" || fail "CHANGELOG.md has no section [$version] with a date"
test "$date" = "$(sed -n 's/^date-released: //p' CITATION.cff)" || fail "CITATION.cff and CHANGELOG.md have two dates"
test -z "$(section Unreleased | tr -d '[:space:]')" || fail "CHANGELOG.md has lines under Unreleased"
notes=$(section "$version")
test -n "${notes//[[:space:]]/}" || fail "the section [$version] of CHANGELOG.md is empty"
printf '%s\n' "$notes" | sed -e '/./,$!d'
