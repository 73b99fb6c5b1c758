# Sourced by the other scripts here: builds what they run, and keeps a server for as long as they do.
set -euo pipefail

cd "$(dirname "$0")/.."
scratch=${BENCHMARK_BUILD:-.build/benchmarks}
port=${PORT:-18181}
echo_port=$((port + 9))
project=bench-project
app=1:100000000000:ios:be7c4a6e
# All load comes from one address, and is to measure the server, not its limits.
export ASSAY_EXCHANGE_RATE_LIMIT=off ASSAY_DEBUG_EXCHANGE_RATE_LIMIT=off
export ASSAY_TOKEN_RATE_LIMIT=off ASSAY_ADMIN_RATE_LIMIT=off ASSAY_PUBLIC_RATE_LIMIT=off

build() {
    [ -z "${SKIP_BUILD:-}" ] || return 0
    swift build -c release --scratch-path "$scratch" --product "$1" >&2
}

bin() {
    echo "$scratch/release/$1"
}

# Where figures are recorded for a report, if anywhere: a path from the top of the repository.
record=()
[ -z "${RECORD:-}" ] || record=(--record "$RECORD")

# A folder of its own in memory or on disk, as TMPDIR says; removed in the end with whatever is in it.
work=$(mktemp -d)
server=
echo=
clean_up() {
    local process
    for process in $server $echo; do
        kill "$process" 2>/dev/null || true
        wait "$process" 2>/dev/null || true
    done
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

# A data directory with one project and one app of simulated devices.
prepare_data() {
    "$(bin assay)" project add "$project" --number 100000000000 --data-dir "$work/data" >/dev/null
    "$(bin assay)" app add "$project" "$app" --simulated --authority "$work/authority" --data-dir "$work/data" \
        >/dev/null 2>&1
}

# Starts a server whose log goes to a file, and waits until it answers. Its process id is in $server.
start_server() {
    : >"$work/log"
    "$(bin assay)" serve --listen "127.0.0.1:$port" --data-dir "$work/data" >"$work/out" 2>"$work/log" &
    server=$!
    for _ in $(seq 100); do
        if grep -q '"started"' "$work/log"; then return; fi
        kill -0 "$server" 2>/dev/null || break
        sleep 0.1
    done
    cat "$work/out" "$work/log" >&2
    exit 1
}

# Starts the minimal echo. Its process id is in $echo.
start_echo() {
    "$(bin MinimalEcho)" "$echo_port" &
    echo=$!
    for _ in $(seq 100); do
        if (exec 3<>"/dev/tcp/127.0.0.1/$echo_port") 2>/dev/null; then return; fi
        kill -0 "$echo" 2>/dev/null || break
        sleep 0.1
    done
    echo "the minimal echo does not answer on port $echo_port" >&2
    exit 1
}

# One command of the load generator against the server that was started.
generate() {
    local command=$1
    shift
    "$(bin LoadGenerator)" "$command" --port "$port" --pid "$server" --project "$project" --app "$app" \
        --authority "$work/authority" "${record[@]}" "$@"
}

load() { generate load "$@"; }
