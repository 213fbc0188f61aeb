// DownloadService: the download daemon: managers by account, JSON-RPC with aria2's methods, the catalogue's downloads.
//
// Must not know: FFmpeg, terminals.
//
// Begin with: `DownloadServer` (the one thread), then `MethodTable`; docs/decisions/downloads-daemon.md.
