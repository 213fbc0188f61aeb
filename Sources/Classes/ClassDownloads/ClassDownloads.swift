// ClassDownloads: recorded classes as downloads. The daemon asks `ClassFinder` about addresses that no service has.
//
// Must not know: how files are fetched, the daemon's protocol.
//
// Begin with: `ClassFinder`, then `ClassDownloadPlan`.
