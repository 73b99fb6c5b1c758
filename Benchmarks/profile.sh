#!/usr/bin/env bash
# Where the server's processor time goes under one round of load: functions with what they call, by perf.
set -euo pipefail
. "$(dirname "$0")/common.sh"

build assay
build LoadGenerator
prepare_data
start_server
perf record -q -F 697 --call-graph dwarf,4096 -o "$work/perf" -p "$server" >/dev/null 2>&1 &
recorder=$!
sleep 0.5
load --rounds 1 "$@"
kill -INT "$recorder"
wait "$recorder" || true
perf report -i "$work/perf" --no-inline --children -g none --sort sym --percent-limit 0.4 --stdio 2>/dev/null |
    grep -v -e '^#' -e '^$' | swift demangle --compact --simplified
