#!/usr/bin/env bash
# Draws the pictures of the documentation with the command itself. A test compares them with what it draws now.
set -euo pipefail
cd "$(dirname "$0")"
sprague="${SPRAGUE:-cargo run --quiet --release --locked -p sprague-cli --}"
while IFS='|' read -r file position; do
    $sprague graph "$position" -o "$file"
done < pictures.txt
while IFS='|' read -r file position; do
    $sprague draw "$position" -o "$file"
done < boards.txt
$sprague graph "grundy: 6" --plain -o grundy-6-plain.svg
while IFS='|' read -r file arguments; do
    # shellcheck disable=SC2086 # the arguments are words
    $sprague plot $arguments -o "$file"
done < plots.txt
while IFS='|' read -r file arguments; do
    # shellcheck disable=SC2086 # the arguments are words
    $sprague star $arguments -o "$file"
done < star.txt
while IFS='|' read -r file arguments; do
    # shellcheck disable=SC2086 # the arguments are words
    $sprague misere quotient $arguments --svg "$file"
done < quotients.txt
