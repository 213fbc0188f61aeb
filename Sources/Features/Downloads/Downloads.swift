// Downloads: downloads of files, streams and sets of files into a folder, with planning, resuming, encryption and the
// list.
//
// Must not know: daemons, sockets, command lines, screens, FFmpeg.
//
// Begin with: `DownloadManager`, then `DownloadPlanner` (the choice of items), `ItemRun`, `FileFetcher`;
// docs/decisions/downloading-files.md.
