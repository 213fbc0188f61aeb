// DownloadService: the daemon: managers by account, JSON-RPC with aria2's verbs, what the catalogue has to
// download.
//
// Must not know: FFmpeg, terminals.
//
// Begin with: `DownloadServer` (the one thread), then `MethodTable`; docs/decisions/downloads-daemon.md.
