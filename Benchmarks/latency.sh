#!/usr/bin/env bash
# How long exchanges take that come at a fixed rate, over SQLite, while its log is checkpointed. Options go to the load
# generator: --rate N or --share PERCENT, --seconds N, --kinds attestation,assertion.
set -euo pipefail
. "$(dirname "$0")/common.sh"

build assay
build LoadGenerator
prepare_data
start_server
# shellcheck disable=SC2154 # set in common.sh
generate open --database "$work/data/assay.db" "$@"
