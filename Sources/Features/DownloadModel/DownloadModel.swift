// DownloadModel: what engine, daemon, clients and screen share of downloads: states, records, wire names.
//
// Must not know: who runs, who asks, how anything is fetched.
//
// Begin with: `DownloadRecord`, then `DownloadState`.
