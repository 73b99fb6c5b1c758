#!/usr/bin/env bash
# Everything that is measured, in one run: the bare cryptography, the library, the use case over three stores, the server,
# and what the library is without the instructions that make signatures fast. Then the report: Benchmarks/results/NAME.json,
# a table, docs/performance.svg and the figures in docs/performance.md. Takes less than 10 minutes once it is built.
#
# QUICK=1    two minutes, of figures that say less
# NAME=text  of the file with the results; otherwise of commit and date
# ONLY=text  parts whose name contains it: floor, library, usecase, fallback, server, latency, connections, flood, start,
#            counts, size. The document is left as it is then.
set -euo pipefail
. "$(dirname "$0")/common.sh"
quick=${QUICK:+1}
only=${ONLY:-}
# shellcheck disable=SC2154 # set in common.sh
figures=$work/figures.jsonl
: >"$figures"
commit=$(git rev-parse --short HEAD 2>/dev/null || echo unknown)
[ -z "$(git status --porcelain --untracked-files=no 2>/dev/null)" ] || commit+=-changed
date=$(date -u +%Y-%m-%dT%H:%M:%SZ)
name=${NAME:-$(date -u +%Y-%m-%d)-$commit}

clean_up() {
    [ ! -e "$work/database/data/PG_VERSION" ] || scripts/postgres remove "$work/database" || true
    rm -rf "$work"
}

# Once, before anything is timed.
build assay
build LoadGenerator
build MinimalEcho
export SKIP_BUILD=1

# Runs a part: its name, and its command. One that fails leaves its figures out, and says so; the others are measured all
# the same, and the end is a failure.
failed=()
part() {
    local name=$1 began=$SECONDS
    shift
    case $name in *"$only"*) ;; *) return 0 ;; esac
    echo "== $name"
    "$@" || failed+=("$name")
    echo "   $((SECONDS - began)) s"
}
generator() { timeout 180 "$(bin LoadGenerator)" "$@" --record "$figures"; }
# A script of this folder with options, if it is there.
script() {
    local path=Benchmarks/$1
    shift
    if [ ! -x "$path" ]; then
        echo "there is no $path: not measured"
        return 0
    fi
    RECORD=$figures timeout --foreground 180 "$path" "$@"
}

rounds=7 percent=100 count=320
if [ -n "$quick" ]; then rounds=3 percent=30 count=96; fi

part floor generator floor --rounds "$rounds" --percent "$percent"
part library generator library --rounds "$rounds" --percent "$percent"

# The same without what the processor of another machine may not have (OPENSSL_ia32cap(3)): bits 8, 19 and 21 of the
# second word are BMI2, ADX and AVX-512 IFMA.
fallback() {
    OPENSSL_ia32cap=$2 generator floor --rounds 3 --percent "$((percent / 2))" --prefix "$1." || return
    OPENSSL_ia32cap=$2 generator library --rounds 3 --percent "$((percent / 2))" --match verify --prefix "$1." || return
    OPENSSL_ia32cap=$2 script server.sh --kinds attestation,assertion --rounds 3 --count "$((count * 3))" --prefix "$1."
}
grep -qw avx512ifma /proc/cpuinfo ||
    echo "this processor has no AVX-512 IFMA: masking it makes no difference"
part fallback.ifma fallback fallback.ifma '~0x0:~0x200000'
part fallback.adx fallback fallback.adx '~0x0:~0x280100'

use_case() { generator usecase --store "$1" --rounds "$((rounds > 5 ? 5 : rounds))" --count "$count" "${@:2}"; }
part usecase.memory use_case memory
part usecase.sqlite use_case sqlite
on_postgres() {
    # PostgreSQL's own user has to get in.
    chmod 0711 "$work"
    local database=$work/database
    scripts/postgres make "$database" --durable && scripts/postgres start "$database" || return
    use_case postgres --database "$(scripts/postgres uri "$database")" || return
    scripts/postgres remove "$database"
}
part usecase.postgres on_postgres

part server script server.sh --rounds "$((rounds > 5 ? 5 : rounds))" --count "$((count * 3))"
# Garbage of old challenges has to wait until they end, a minute: that is the flood's time.
sharing=(--count "$((count * 2))" --seconds "$((quick ? 3 : 10))")
part latency script latency.sh "${sharing[@]}"
part connections script connections.sh
part flood script flood.sh --count "$((count * 2))" --seconds "$((quick ? 1 : 2))" --mix-seconds "$((quick ? 2 : 6))"
part start script start.sh --times "$((quick ? 3 : 7))"

# Instructions and allocations are the same in each run of one program: those that scripts/check-counts holds it to.
counts() {
    local path=Benchmarks/Counts/counts.json
    if [ ! -e "$path" ]; then
        echo "there is no $path: not measured"
        return 0
    fi
    python3 - "$path" >>"$figures" <<'PYTHON'
import json, sys
with open(sys.argv[1]) as file:
    operations = json.load(file)["operations"]
for operation, counted in operations.items():
    for kind, count in counted.items():
        print(json.dumps({"name": f"counts.{operation}.{kind}", "rounds": [count], "unit": "count"}))
PYTHON
}
part counts counts

size() {
    local file
    file=$(bin assay)
    strip -o "$work/stripped" "$file"
    printf '{"name":"size.binary","rounds":[%s],"unit":"bytes"}\n' "$(stat -c %s "$file")" >>"$figures"
    printf '{"name":"size.stripped","rounds":[%s],"unit":"bytes"}\n' "$(stat -c %s "$work/stripped")" >>"$figures"
    echo "$(stat -c %s "$file") bytes, $(stat -c %s "$work/stripped") without symbols"
}
part size size

echo "== report"
mkdir -p Benchmarks/results
library=$(ldd "$(bin LoadGenerator)" | sed -n 's/.*libcrypto[^ ]* => \([^ ]*\) .*/\1/p')
facts=(
    --libcrypto "$(strings "$library" | sed -n 's/^OpenSSL \([0-9][0-9.]*[a-z]*\) .*/\1/p' | head -n 1)"
    --swift "$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)"
    --date "$date" --commit "$commit"
)
document=()
[ -n "$only" ] || document=(--chart docs/performance.svg --document docs/performance.md)
"$(bin LoadGenerator)" report --record "$figures" --results "Benchmarks/results/$name.json" "${facts[@]}" "${document[@]}"
[ ${#failed[@]} -eq 0 ] || {
    echo "bench: error: these parts failed, and their figures are missing: ${failed[*]}" >&2
    exit 1
}
