// DownloadModel: the states, records and protocol names that the download engine, daemon, clients and screen share.
//
// Must not know: its callers, or how anything is fetched.
//
// Begin with: `DownloadRecord`, then `DownloadState`.
