#!/usr/bin/env bash
# The library's operations on one thread, each beside its plain counterpart. Options: --rounds N, --percent N.
set -euo pipefail
. "$(dirname "$0")/common.sh"

build LoadGenerator
"$(bin LoadGenerator)" library "${record[@]}" "$@"
