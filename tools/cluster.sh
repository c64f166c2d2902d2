#!/usr/bin/env bash
# Surveys on a real Slurm cluster: four virtual nodes on the loopback interface, from Debian's packages.
#
# usage: tools/cluster.sh short|long [PART...]        the command is $SPRAGUE, or target/release/sprague
#
# short  an array of eight units, merged: under 90 seconds. Skipped, with a line, where Slurm cannot be installed.
# long   everything that can go wrong: a node lost with all its processes, a unit twice at once, results damaged, SIGTERM
#        before the time limit, a full disk, two merges at once; and a run of Grundy's game to 2^26 that is verified by an
#        array and ends double-checked, with a result damaged and a node lost on the way.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
MODE=${1:-short}
SPRAGUE=${SPRAGUE:-${CARGO_TARGET_DIR:-target}/release/sprague}
SPRAGUE=$(readlink -f "$SPRAGUE") || { echo "there is no command $SPRAGUE; build it first" >&2; exit 2; }
BEGAN=$(date +%s)
D=
MUNGED=

note() { printf '%4d s  %s\n' $(($(date +%s) - BEGAN)) "$*"; }
# Only the short test may be left out.
skip() { echo "the test of surveys under Slurm is skipped: $*"; test "$MODE" = short; exit; }

# ---------------------------------------------------------------- the cluster

install_slurm() {
    command -v slurmctld > /dev/null && command -v slurmd > /dev/null && command -v munged > /dev/null && return
    test "$(id -u)" = 0 || skip "Slurm is not installed, and only root can install it"
    command -v apt-get > /dev/null || skip "Slurm is not installed, and there is no apt-get"
    { apt-get install -y --no-install-recommends slurmctld slurmd slurm-client munge ||
        { apt-get update && apt-get install -y --no-install-recommends slurmctld slurmd slurm-client munge; }
    } > "${TMPDIR:-/tmp}/sprague-slurm-install.log" 2>&1 < /dev/null ||
        skip "the packages slurmctld, slurmd, slurm-client and munge cannot be installed"
}

start_cluster() {
    test "$(id -u)" = 0 || skip "the daemons of Slurm are started by root"
    D=$(mktemp -d)
    chmod 755 "$D"
    H=$(hostname -s)
    mkdir -p "$D/state" "$D"/spool/n{1..4} "$D/jobs"
    # the machine's own settings stay as they are: key, socket and log of munge are in this folder too
    mkdir -m 700 "$D/munge"
    mkdir -m 755 "$D/socket"
    head -c 1024 /dev/urandom > "$D/munge/key"
    chmod 400 "$D/munge/key"
    munged --force --key-file="$D/munge/key" --seed-file="$D/munge/seed" --log-file="$D/munge/log" \
        --pid-file="$D/munge/pid" --socket="$D/socket/munge" > /dev/null 2>&1 || skip "munged does not start"
    MUNGED=$(cat "$D/munge/pid")
    cat > "$D/slurm.conf" << CONF
ClusterName=lab
SlurmctldHost=$H(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$D/socket/munge
SlurmctldPort=26817
SlurmctldPidFile=$D/ctld.pid
SlurmctldLogFile=$D/ctld.log
StateSaveLocation=$D/state
SlurmdSpoolDir=$D/spool/%n
SlurmdPidFile=$D/slurmd.%n.pid
SlurmdLogFile=$D/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
ReturnToService=2
SlurmdTimeout=10
KillWait=15
MpiDefault=none
MaxArraySize=10001
SchedulerParameters=sched_min_interval=200000,batch_sched_delay=0
NodeName=n[1-4] NodeAddr=127.0.0.1 NodeHostname=$H Port=[27001-27004] CPUs=2 RealMemory=2000
PartitionName=lab Nodes=n[1-4] Default=YES MaxTime=INFINITE State=UP
CONF
    export SLURM_CONF=$D/slurm.conf
    slurmctld || skip "slurmctld does not start: $(tail -1 "$D/ctld.log" 2> /dev/null)"
    for n in n1 n2 n3 n4; do slurmd -N $n || skip "slurmd does not start"; done
    for _ in $(seq 100); do
        test "$(sinfo -h -t idle -o %D 2> /dev/null)" = 4 && return
        sleep 0.2
    done
    skip "the nodes do not become idle: $(sinfo 2>&1 | tail -1)"
}

stop_cluster() {
    test -n "$D" || return
    scontrol shutdown > /dev/null 2>&1
    for _ in $(seq 50); do
        ls "$D"/*.pid > /dev/null 2>&1 || break
        sleep 0.2
    done
    for file in "$D"/*.pid; do test -s "$file" && kill "$(cat "$file")" 2> /dev/null; done
    test -n "$MUNGED" && kill "$MUNGED" 2> /dev/null
    mountpoint -q "$D/small" && umount "$D/small"
    if test "${KEEP:-}" = ""; then rm -rf "$D"; else echo "kept: $D"; fi
}

fail() {
    echo "FAILED: $*" >&2
    tail -5 "$D"/jobs/* "$D"/*.out 2> /dev/null >&2
    exit 1
}

# A node dies with everything on it: its daemon, its steps, its jobs. The steps first: one that outlives its job would
# report that the job failed.
kill_node() {
    local jobs steps
    jobs=$(grep -lza "^SLURMD_NODENAME=$1\$" /proc/[0-9]*/environ 2> /dev/null | cut -d/ -f3)
    steps=$(for job in $jobs; do ps -o ppid= -p "$job"; done | sort -u)
    steps=$(for step in $steps; do grep -q slurmstepd "/proc/$step/comm" && echo "$step"; done)
    kill -9 "$(cat "$D/slurmd.$1.pid")" $steps $jobs 2> /dev/null
    rm -f "$D/slurmd.$1.pid"
    note "node $1 is killed, with $(echo $steps $jobs | wc -w) processes"
}

sprague() { "$SPRAGUE" "$@"; }

# Whether a command ends with this exit code; what it said is in $D/said.
expect() {
    local wanted=$1 code=0
    shift
    sprague "$@" > "$D/said" 2>&1 || code=$?
    test $code = "$wanted" || { cat "$D/said" >&2; fail "\`sprague $*\` ended with exit code $code, not $wanted"; }
}

submit() { sprague survey submit --dir "$1" -- --wait -o "$D/jobs/%A_%a.out" "${@:2}" > "$D/submitted" 2>&1; }

# The rows of a survey: so many, and no game twice.
check_rows() {
    local rows
    rows=$(tail -n +2 "$1/survey.csv" | wc -l)
    test "$rows" = "$2" || fail "$rows rows in $1, not $2"
    tail -n +2 "$1/survey.csv" | sed 's/^"\([^"]*\)".*/\1/;t;s/,.*//' | sort | uniq -d | grep . && fail "a game counted twice"
    return 0
}

# ---------------------------------------------------------------- the tests

short() {
    local S=$D/short
    expect 0 survey plan --codes "0.??" --to 2000 --tasks 8 --dir "$S"
    submit "$S" || { cat "$D/submitted"; fail "the array did not end well"; }
    note "an array of 8 units has ended"
    expect 0 survey merge --dir "$S" -o "$D/short.md"
    check_rows "$S" 64
    local hash
    hash=$(sprague values 0.77 --to 2000 --format hash --quiet | grep -o '[0-9a-f]\{64\}')
    grep "^0.77," "$S/survey.csv" | grep -q "$hash" || fail "Kayles has another signature in the survey"
    grep -q "^0.77,0.77,proved,12,71,0," "$S/survey.csv" || fail "Kayles has another period in the survey"
    note "64 rows, none twice; Kayles as ever"
}

lost_node() {
    local S=$D/lost
    expect 0 survey plan --codes "0.???" --to 20000 --tasks 12 --dir "$S" --recheck 10%
    sprague survey submit --dir "$S" -- -o "$D/jobs/%A_%a.out" > "$D/submitted" || fail "$(cat "$D/submitted")"
    sleep 4
    kill_node n2
    # while it is away: merge says what is missing, and writes what is there
    sprague survey merge --dir "$S" > "$D/said" 2>&1 && fail "a survey with units missing was called whole"
    grep -q "missing: tasks" "$D/said" || fail "the missing units are not named"
    until test -z "$(squeue -h)"; do sleep 1; done
    slurmd -N n2
    note "the array has ended, with what was requeued"
    expect 0 survey merge --dir "$S"
    check_rows "$S" 512
    note "a node lost: $(grep "done" "$D/said"); $(grep rechecked "$D/said")"
}

twice() {
    local S=$D/lost
    rm "$S"/results/3-*
    sprague survey run --dir "$S" --task 3 --quiet & sprague survey run --dir "$S" --task 3 --quiet
    wait $! || fail "the second of two equal tasks failed"
    local results
    results=$(ls "$S"/results/3-* | wc -l)
    expect 0 survey merge --dir "$S"
    check_rows "$S" 512
    note "the same unit twice at once: $results results that agree, counted once"
}

damaged() {
    local S=$D/lost file
    file=$(ls "$S"/results/5-* | head -1)
    truncate -s 1000 "$file"
    file=$(ls "$S"/results/6-* | head -1)
    printf 'X' | dd of="$file" bs=1 seek=2000 conv=notrunc status=none
    expect 1 survey merge --dir "$S"
    grep -q "results/5-.*results/6-" "$D/said" || fail "the damaged results are not named"
    submit "$S" || { cat "$D/submitted"; fail "the damaged units could not be done again"; }
    expect 0 survey merge --dir "$S"
    check_rows "$S" 512
    note "a result truncated, a byte of another changed: both named, done again, merged"
}

two_merges() {
    local S=$D/lost
    sprague survey merge --dir "$S" -o "$D/one.csv" > /dev/null & sprague survey merge --dir "$S" -o "$D/two.csv" > /dev/null
    wait $! || fail "one of two merges failed"
    cmp "$D/one.csv" "$D/two.csv" && cmp "$D/one.csv" "$S/survey.csv" || fail "two merges at once differ"
    note "two merges at once: the same table"
}

time_limit() {
    local S=$D/limit
    # a game without a sparse space: minutes
    echo 0.007 > "$D/games.txt"
    expect 0 survey plan --rules "$D/games.txt" --to 3000000 --tasks 1 --dir "$S"
    submit "$S" --time=1 --signal=B:TERM@45 && fail "a unit that was stopped counts as completed"
    expect 1 survey merge --dir "$S"
    grep -q begun "$D/said" || fail "a unit that was stopped left no checkpoint: $(cat "$D/said")"
    note "SIGTERM before the time limit: exit code 4, with a checkpoint"
    submit "$S" || { cat "$D/submitted"; fail "it does not go on"; }
    expect 0 survey merge --dir "$S"
    check_rows "$S" 1
    sprague values 0.007 --to 3000000 --format hash --quiet | grep -o '[0-9a-f]\{64\}' > "$D/hash"
    grep -q "$(cat "$D/hash")" "$S/survey.csv" || fail "it went on to other values"
    note "the unit went on from there to the same values as in one go"
}

full_disk() {
    local S=$D/small/s
    mkdir -p "$D/small"
    mount -t tmpfs -o size=1m tmpfs "$D/small" 2> /dev/null || { note "a full disk: not tested, nothing can be mounted here"; return; }
    expect 0 survey plan --codes "0.7?" --to 2000 --tasks 1 --dir "$S"
    dd if=/dev/zero of="$D/small/filler" bs=4k 2> /dev/null
    expect 2 survey run --dir "$S" --task 1
    test "$(wc -l < "$D/said")" = 1 || fail "a full disk takes more than a line"
    grep -q "make room" "$D/said" || fail "a full disk is not named"
    rm "$D/small/filler"
    expect 0 survey run --dir "$S" --task 1
    expect 0 survey merge --dir "$S"
    check_rows "$S" 8
    umount "$D/small"
    note "a full disk: one line, and the same command goes on when there is room"
}

verification() {
    local R=$D/grundy S=$D/verify
    expect 0 run grundy --to 2^26 --dir "$R" --state-every 2^22 --quiet
    note "Grundy's game to 2^26: $(ls "$R/states" | wc -l) states are kept"
    expect 0 survey plan --verify "$R" --dir "$S"
    sprague survey submit --dir "$S" -- -o "$D/jobs/%A_%a.out" > "$D/submitted" || fail "$(cat "$D/submitted")"
    sleep 3
    kill_node n3
    until test -z "$(squeue -h)"; do sleep 1; done
    slurmd -N n3
    truncate -s -7 "$(ls "$S"/verified/4-* | head -1)"
    expect 1 survey merge --dir "$S"
    grep -q "verified/4-" "$D/said" || fail "the damaged result is not named"
    test "$(sprague status "$R" --json | grep -o '"label":"[a-z-]*"')" = '"label":"audited"' || fail "the label is raised too early"
    submit "$S" || { cat "$D/submitted"; fail "the damaged unit could not be done again"; }
    expect 0 survey merge --dir "$S"
    test "$(sprague status "$R" --json | grep -o '"label":"[a-z-]*"')" = '"label":"double-checked"' || fail "it is not double-checked"
    note "verified by an array, a unit damaged and a node lost on the way: $(grep label "$D/said" | sed 's/.*: //')"
}

install_slurm
trap stop_cluster EXIT
start_cluster
note "four nodes are idle"
case $MODE in
    short) short ;;
    long)
        shift
        test $# -gt 0 || set -- short lost_node twice damaged two_merges time_limit full_disk verification
        for part; do $part; done
        ;;
    *) echo "usage: tools/cluster.sh short|long" >&2; exit 2 ;;
esac
note "all is well"
