#!/usr/bin/env bash
# Start-up time of the release server, then its cost under load. Options go to the load generator: --count N,
# --connections N, --rounds N.
set -euo pipefail
. "$(dirname "$0")/common.sh"

build assay
build LoadGenerator
prepare_data
"$(bin LoadGenerator)" start --assay "$(bin assay)" --data-dir "$work/data" --port "$port"
start_server
load "$@"
