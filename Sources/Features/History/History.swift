// History: resume positions and the playing history. The rules for resuming are values, the records are tables.
//
// Must not know: players, screens. `StorageThread` calls it.
//
// Begin with: `ResumeRecorder` (when), then `ResumeStore` (where).
