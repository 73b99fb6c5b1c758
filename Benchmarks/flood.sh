#!/usr/bin/env bash
# How fast garbage is refused, and whether good exchanges notice. Takes a minute at least: challenges must end first, and
# none ends sooner. Options go to the load generator: --seconds N for each sort, --mix-seconds N, --connections N,
# --garbage SORT,SORT.
set -euo pipefail
. "$(dirname "$0")/common.sh"

export ASSAY_CHALLENGE_TTL=60s
build assay
build LoadGenerator
prepare_data
start_server
generate flood --challenge-ttl 60 "$@"
