// ClassDownloads: recorded classes as downloads. The daemon passes addresses that belong to no service to
// `ClassFinder`.
//
// Must not know: how files are fetched, the daemon's protocol.
//
// Begin with: `ClassFinder`, then `ClassDownloadPlan`.
