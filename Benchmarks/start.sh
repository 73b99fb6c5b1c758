#!/usr/bin/env bash
# Start-up time of a server that holds KEYS keys (1 million) in SQLite, beside that of one without any. Options go to the
# load generator: --times N.
set -euo pipefail
. "$(dirname "$0")/common.sh"
keys=${KEYS:-1000000}

build assay
build LoadGenerator
prepare_data

# The sqlite3 program may be missing where Python is not. Rows come in the order of their key, which spares the file.
fill() {
    python3 - "$1" "$keys" "$app" <<'PYTHON'
import hashlib, sqlite3, sys
path, count, app = sys.argv[1], int(sys.argv[2]), sys.argv[3]
database = sqlite3.connect(path)
database.execute("PRAGMA synchronous = OFF")
keys = sorted(hashlib.sha256(b"%d" % n).digest() for n in range(count))
with database:
    database.executemany(
        """INSERT INTO attested_keys (
            key_id, public_key, project_number, app_id, counter, last_used_at, attested_team_id, attested_bundle_id,
            environment, attested_at, os_version, os_build
        ) VALUES (?, ?, '100000000000', ?, 1, 1700000000, 'SIMULATED0', 'com.example.benchmark', 'production', 1700000000,
            '26.1', '23B85')""",
        ((key, b"\4" + key + key[::-1], app) for key in keys))
    database.executemany(
        """INSERT INTO receipts (key_id, team_id, type, created_at, expires_at, failures, next_at, receipt)
        VALUES (?, 'SIMULATED0', 'ATTEST', 1700000000, 1707776000, 0, NULL, ?)""",
        ((key, key * 5) for key in keys))
database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
database.close()
PYTHON
}

# shellcheck disable=SC2154 # set in common.sh
start() { "$(bin LoadGenerator)" start --assay "$(bin assay)" --data-dir "$work/data" --port "$port" "${record[@]}" "$@"; }

echo "without keys"
start --name start.empty "$@"
began=$SECONDS
fill "$work/data/assay.db"
echo "with $keys keys, $(du -h "$work/data/assay.db" | cut -f 1) (filled in $((SECONDS - began)) s)"
start --name start.full "$@"
