/* SQLite, the parts of it that Swift cannot import, and the type of a file system, on which its journal depends. */
#pragma once
#include <sqlite3.h>
#include <sys/vfs.h>

/* SQLITE_TRANSIENT is a cast in a macro: SQLite copies the bytes before it returns. */
static inline int tv_bind_text(sqlite3_stmt *statement, int index, const char *bytes, int count) {
    return sqlite3_bind_text(statement, index, bytes, count, SQLITE_TRANSIENT);
}
/* Makes the database defensive: no statement may write to the file's own structure. (sqlite3_db_config is variadic.) */
static inline int tv_make_defensive(sqlite3 *database) {
    int result = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
    if (result != SQLITE_OK) return result;
    return sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}
/* Returns the type of a path's file system (statfs(2)), or -1. */
static inline long tv_file_system_type(const char *path) {
    struct statfs information;
    return statfs(path, &information) == 0 ? (long)(unsigned int)information.f_type : -1;
}
