// Storage: one SQLite database on a thread of its own: migrations, recovery from a damaged file, the location of
// state on the disk.
//
// Must not know: what the tables mean; each feature brings its own `Migration`s.
//
// Begin with: `StorageThread`, whose inbox the main thread never waits for, then `DatabaseFile`.
