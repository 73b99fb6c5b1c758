#!/usr/bin/env bash
# What many keys cost: the same load over an empty PostgreSQL and over one that holds KEYS keys (10 million), the size of
# a key, the plans of an exchange, and the load once more while the server forgets ENDED challenges (1 million). Options go
# to the load generator: --count N, --connections N, --rounds N. Needs some 6 GB of disk for 10 million keys.
set -euo pipefail
. "$(dirname "$0")/common.sh"
keys=${KEYS:-10000000}
ended=${ENDED:-1000000}

build assay
build LoadGenerator
# shellcheck disable=SC2154 # set in common.sh
chmod 0711 "$work"
clean_up() {
    if [ -n "$server" ]; then
        kill "$server" 2>/dev/null || true
        wait "$server" 2>/dev/null || true
    fi
    [ ! -e "$work/database/data/PG_VERSION" ] || scripts/postgres remove "$work/database" || true
    rm -rf "$work"
}
scripts/postgres make "$work/database" --durable
# As somebody would give it who has so many keys: the indexes are in memory.
printf '%s\n' "shared_buffers = '${SHARED_BUFFERS:-3GB}'" "max_wal_size = '16GB'" "checkpoint_timeout = '30min'" \
    >>"$work/database/data/postgresql.auto.conf"
scripts/postgres start "$work/database"
ASSAY_DATABASE=$(scripts/postgres uri "$work/database")
export ASSAY_DATABASE
sql() { psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 --dbname "$ASSAY_DATABASE" "$@"; }

prepare_data
start_server
echo "== over an empty database"
load "$@"

echo "== filling in $keys keys"
began=$SECONDS
sql <<SQL
SET synchronous_commit = off;
INSERT INTO attested_keys (
    key_id, public_key, project_number, app_id, counter, last_used_at, attested_team_id, attested_bundle_id,
    environment, attested_at, os_version, os_build, attempt
) SELECT sha256(int8send(n)), '\\x04'::bytea || sha256(int8send(-n)) || sha256(int8send(n)), '100000000000', '$app', 1,
    1700000000, 'SIMULATED0', 'com.example.benchmark', 'production', 1700000000, '26.1', '23B85',
    substr(sha256(int8send(n + 1)), 1, 16)
    FROM generate_series(1, $keys) n;
INSERT INTO receipts (key_id, team_id, type, created_at, expires_at, failures, next_at, receipt)
    SELECT key_id, 'SIMULATED0', 'ATTEST', 1700000000, 1707776000, 0, NULL, key_id || public_key || key_id || key_id
    FROM attested_keys ON CONFLICT DO NOTHING;
SQL
sql --command "VACUUM (ANALYZE)"
echo "$((SECONDS - began)) s; bytes for each key, with its indexes:"
sql --field-separator ' ' --command "
    SELECT name, pg_table_size(name::regclass) / count AS \"rows\", pg_indexes_size(name::regclass) / count AS indexes
    FROM unnest(ARRAY['attested_keys', 'receipts']) name, (SELECT count(*) FROM attested_keys) k (count)" |
    sed 's/^/  /'
echo "== over $keys keys"
load "$@"

echo "== how PostgreSQL goes about the key's row of an assertion"
sql <<SQL
SET plan_cache_mode = force_generic_plan;
PREPARE raise (bigint, bigint, bytea, bytea, bytea, text, text, bytea, bigint) AS
    UPDATE attested_keys SET counter = \$1, last_used_at = \$2, attempt = \$3
    WHERE key_id = \$4 AND counter < \$1 AND revoked_at IS NULL
        AND public_key = \$5 AND project_number = \$6 AND app_id = \$7
        AND EXISTS (SELECT 1 FROM redemptions WHERE challenge_id = \$8 AND expires_at = \$9 AND attempt = \$3);
EXPLAIN (COSTS OFF) EXECUTE raise (2, 1, 'a', 'a', 'a', 'a', 'a', 'a', 1);
SQL

echo "== while $ended ended challenges are forgotten"
sql <<SQL
SET synchronous_commit = off;
INSERT INTO redemptions (challenge_id, expires_at, request_digest)
    SELECT sha256(int8send(n)), 1700000000, sha256(int8send(-n)) FROM generate_series(1, $ended) n;
SQL
left() { sql --command "SELECT count(*) FROM redemptions WHERE expires_at = 1700000000"; }
# The server looks every half a minute.
for _ in $(seq 90); do
    [ "$(left)" -eq "$ended" ] || break
    sleep 1
done
began=$SECONDS
echo "$(left) are left when the load begins"
load "$@"
echo "$(left) are left when it ends"
for _ in $(seq 600); do
    [ "$(left)" -ne 0 ] || break
    sleep 1
done
echo "$(left) are left $((SECONDS - began)) s after the load began"
