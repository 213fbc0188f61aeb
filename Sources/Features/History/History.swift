// History: resume positions and the playing history: rules for resuming, and tables of records.
//
// Must not know: players, screens. `StorageThread` calls it.
//
// Begin with: `ResumeRecorder` (when), then `ResumeStore` (where).
