#!/usr/bin/env bash
# Writes docs/errata.md: the corrected claims of docs/reproduce.md, which `sprague reproduce --full` writes.
set -euo pipefail
cd "$(dirname "$0")/../docs"
{
    cat << 'HEAD'
# Errata

What the sources print and what is right, generated from [the full run](reproduce.md) of `sprague reproduce` by
`tools/errata.sh`; do not edit. Each row was recomputed, and the last column is what decides it.
HEAD
    awk -F ' [|] ' '
        /^## / { heading = $0 }
        $5 ~ /^\*\*corrected\*\*: / {
            if (heading != "") {
                print "\n" heading "\n\n| claim | place | question | corrected | decided by |\n|---|---|---|---|---|"
                heading = ""
            }
            sub(/^\*\*corrected\*\*: /, "", $5)
            print $1 " | " $2 " | " $4 " | " $5 " | " $6 " |"
        }' reproduce.md
} > errata.md
