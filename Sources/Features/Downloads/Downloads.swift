// Downloads: downloads of files, streams and sets into a folder: planning, resuming, encryption, the list.
//
// Must not know: daemons, sockets, command lines, screens, FFmpeg.
//
// Begin with: `DownloadManager`, then `DownloadPlanner` (the choice of items), `ItemRun`, `FileFetcher`;
// docs/decisions/downloading-files.md.
