#!/bin/sh
# Starts the lab and lets schemathesis make up requests from its description; fails at the first server error. SPRAGUE
# names another command than the one just built.
set -eu
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
work=$(mktemp -d)
if command -v schemathesis >/dev/null; then
    schemathesis=schemathesis
else
    python3 -m venv "$work/venv"
    "$work/venv/bin/pip" install --quiet schemathesis
    schemathesis=$work/venv/bin/schemathesis
fi
"${SPRAGUE:-$target/debug/sprague}" lab --no-open --data "$work/data" > "$work/url" &
lab=$!
trap 'kill $lab; rm -rf "$work"' EXIT
while [ ! -s "$work/url" ]; do sleep 0.1; done
url=$(head -n 1 "$work/url")
token=${url#*token=}
"$schemathesis" run "${url%%\?*}api/openapi.json" --header "X-Sprague-Token: $token" \
    --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance \
    --exclude-path-regex '/events$' --max-examples "${EXAMPLES:-30}" --request-timeout 30
