// Downloads: files, streams and sets of files to a folder: plan, resume, encryption, the list.
//
// Must not know: daemons, sockets, command lines, screens, FFmpeg.
//
// Begin with: `DownloadManager`, then `DownloadPlanner` (who runs), `ItemRun`, `FileFetcher`; docs/decisions/downloading-files.md.
