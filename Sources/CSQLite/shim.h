#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast, which Swift cannot import: the text or blob is copied before the call returns. A null
// pointer would bind NULL; what is empty is bound as empty.
static inline int assay_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

// Takes its arguments one by one, which Swift cannot call: the log stays as it is when the connection is closed.
static inline int assay_sqlite_keep_log(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

static inline int assay_sqlite_bind_text(sqlite3_stmt *statement, int index, const void *utf8, int count) {
    return sqlite3_bind_text(statement, index, utf8 ? (const char *)utf8 : "", count, SQLITE_TRANSIENT);
}
