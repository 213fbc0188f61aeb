// DownloadService: the download daemon: its managers by account, JSON-RPC with aria2's methods, and the catalogue's
// downloads.
//
// Must not know: FFmpeg, terminals.
//
// Begin with: `DownloadServer` (the one thread), then `MethodTable`; docs/decisions/downloads-daemon.md.
