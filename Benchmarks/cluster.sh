#!/usr/bin/env bash
# What a second server over the same PostgreSQL adds. Each server has a core of its own and may use so much of it, that the
# database and the clients, which need their time too, do not take it from them. Options go to the load generator:
# --count N, --connections N, --rounds N.
set -euo pipefail
. "$(dirname "$0")/common.sh"
share=${SHARE:-30}

build assay
build LoadGenerator
chmod 0711 "$work"
pids=()
groups=()
clean_up() {
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    for pid in "${pids[@]}"; do wait "$pid" 2>/dev/null || true; done
    for group in "${groups[@]}"; do rmdir "$group" 2>/dev/null || true; done
    [ ! -e "$work/database/data/PG_VERSION" ] || scripts/postgres remove "$work/database" || true
    rm -rf "$work"
}
scripts/postgres make "$work/database" --durable
scripts/postgres start "$work/database"
ASSAY_DATABASE=$(scripts/postgres uri "$work/database")
ASSAY_MASTER_KEY=$(head -c 32 /dev/urandom | base64)
export ASSAY_DATABASE ASSAY_MASTER_KEY
prepare_data

# A group of processes that get so many hundredths of a core (cgroup, version 1 or 2).
limit() {
    local root=/sys/fs/cgroup group
    if [ -d "$root/cpu" ]; then
        group=$root/cpu/assay-benchmark-$1
        mkdir "$group"
        echo 20000 >"$group/cpu.cfs_period_us"
        echo $((share * 200)) >"$group/cpu.cfs_quota_us"
    else
        group=$root/assay-benchmark-$1
        mkdir "$group"
        echo "$((share * 200)) 20000" >"$group/cpu.max"
    fi
    groups+=("$group")
    echo "$1" >"$group/cgroup.procs"
}

ports=
for number in 0 1; do
    listen=$((port + number))
    ASSAY_THREADS=1 taskset -c "$number" "$(bin assay)" serve --listen "127.0.0.1:$listen" --data-dir "$work/server$number" \
        >"$work/out$number" 2>"$work/log$number" &
    pids+=($!)
    for _ in $(seq 100); do
        if grep -q '"started"' "$work/log$number"; then break; fi
        kill -0 "${pids[-1]}" || { cat "$work/log$number" >&2; exit 1; }
        sleep 0.1
    done
    limit "${pids[-1]}"
    ports+=${ports:+,}$listen
done

echo "each server has $share hundredths of a core of its own"
"$(bin LoadGenerator)" scale --ports "$ports" --pids "${pids[0]},${pids[1]}" \
    --database-pid "$(head -n 1 "$work/database/data/postmaster.pid")" \
    --project "$project" --app "$app" --authority "$work/authority" "$@"
