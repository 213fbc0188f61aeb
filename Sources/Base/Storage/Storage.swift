// Storage: one SQLite database on a thread of its own: migrations, recovery from a damaged file, the folder for state.
//
// Must not know: what the tables mean; each feature brings its own `Migration`s.
//
// Begin with: `StorageThread`, whose queue never blocks the main thread, then `DatabaseFile`.
