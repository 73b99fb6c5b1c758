#!/usr/bin/env bash
# The server's cost under load, beside that of libmicrohttpd's own minimal echo. Options go to the load generator:
# --kinds KIND,KIND, --count N, --connections N, --rounds N.
set -euo pipefail
. "$(dirname "$0")/common.sh"

build assay
build LoadGenerator
build MinimalEcho
prepare_data
start_server
start_echo
# shellcheck disable=SC2154 # set in common.sh
generate load --echo-port "$echo_port" --echo-pid "$echo" \
    --kinds attestation,assertion,challenge,echo,jwks,healthz "$@"
