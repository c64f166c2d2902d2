#!/usr/bin/env bash
# The sources of this version as one archive, dist/sprague-VERSION.tar.gz: what git keeps at HEAD, and the page of the lab
# as it was built (`make page`), so that Rust and a C compiler are enough to build the command from it. The recipes in
# packaging/ do. The same commit gives the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
page=crates/lab/page/dist
test -f $page/index.html || { echo "error: the page is not built; make page" >&2; exit 1; }
archive=dist/sprague-$version.tar
mkdir -p dist
git archive --format=tar --prefix="sprague-$version/" HEAD > "$archive"
tar --append -f "$archive" --transform "s,^,sprague-$version/," --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
  --mtime="@$(git log -1 --format=%ct)" --sort=name $page
gzip -9nf "$archive"
cd dist
sha256sum "sprague-$version.tar.gz"
