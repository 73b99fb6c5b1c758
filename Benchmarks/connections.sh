#!/usr/bin/env bash
# The server's memory with CONNECTIONS connections (1,000), idle and at work. Options go to the load generator: --each N.
set -euo pipefail
. "$(dirname "$0")/common.sh"
connections=${CONNECTIONS:-1000}

# Each connection is a descriptor here and one in the server.
ulimit -n "$(ulimit -H -n)"
# Those that prepare the run come on top.
export ASSAY_MAX_CONNECTIONS=$((connections + 100))
build assay
build LoadGenerator
prepare_data
start_server
generate connections --connections "$connections" "$@"
