#!/bin/sh
# Compiles proofs/coq and compares what its theorems rest on with what is allowed.
#   tools/coq.sh           everything: ten minutes on two cores
#   tools/coq.sh short     the library, the checker, the certificates of less than two seconds, the false claims: a minute
#   tools/coq.sh long      everything, and it passes where Coq is not
# Installs Debian's packages where it may. Where Coq cannot be installed, `short` and `long` say so in one line and pass.
set -eu
cd "$(dirname "$0")/../proofs/coq"
packages="coq libcoq-core-ocaml-dev ocaml-findlib"

install() {
    apt=apt-get
    test "$(id -u)" = 0 || apt="sudo -n apt-get"
    $apt update && $apt install -y --no-install-recommends $packages
}

here() { command -v coqc > /dev/null && ocamlfind query coq-core.kernel; } > /dev/null 2>&1

if ! here && ! { command -v apt-get > /dev/null && install; } > /dev/null 2>&1; then
    echo "coq: skipped, Coq is not here and Debian's packages $packages cannot be installed"
    test "${1:-}" != ""
    exit
fi
cores=$(nproc 2> /dev/null || echo 1)
if test "${1:-}" = short; then
    make --no-print-directory -s -j "$cores" short
    python3 false_claims.py
    python3 misere.py --check
    python3 misere_forgeries.py
    python3 audit_test.py
    python3 audit.py --together
else
    make --no-print-directory -s -j "$cores" all
    python3 false_claims.py
    python3 misere.py --check
    python3 misere_forgeries.py
    python3 audit_test.py
    python3 audit.py
fi
