/* SQLite, what Swift cannot import of it, and the one fact of a file system on which its journal depends. */
#pragma once
#include <sqlite3.h>
#include <sys/vfs.h>

/* SQLITE_TRANSIENT is a cast in a macro: SQLite copies the bytes before it returns. */
static inline int tv_bind_text(sqlite3_stmt *statement, int index, const char *bytes, int count) {
    return sqlite3_bind_text(statement, index, bytes, count, SQLITE_TRANSIENT);
}
/* sqlite3_db_config is variadic. Defensive: no statement may write to the file's own structure. */
static inline int tv_make_defensive(sqlite3 *database) {
    int result = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
    if (result != SQLITE_OK) return result;
    return sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}
/* statfs(2): the type of the file system that a path is on, or -1. */
static inline long tv_file_system_type(const char *path) {
    struct statfs information;
    return statfs(path, &information) == 0 ? (long)(unsigned int)information.f_type : -1;
}
