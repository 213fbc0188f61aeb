// Storage: One SQLite database on a thread of its own: migrations, what to do with a damaged file, where state
// lies on the disk.
//
// Must not know: what the tables mean; each feature brings its own `Migration`s.
//
// Begin with: `StorageThread`, whose inbox the main thread never waits for, then `DatabaseFile`.
