// History: what is remembered: rules of resuming as values, positions and history as tables.
//
// Must not know: players, screens. `StorageThread` calls it.
//
// Begin with: `ResumeRecorder` (when), then `ResumeStore` (where).
