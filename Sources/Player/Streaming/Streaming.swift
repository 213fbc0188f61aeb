// Streaming: HLS and DASH as packets: lanes of segments, chains for plain demuxers, definitions, texts, live lists.
//
// Must not know: screens, playlists, which engine plays it. All code runs on the `demux` thread.
//
// Begin with: `StreamOpener`, then `StreamSource`, `StreamLane`, `SegmentChain`; docs/decisions/segmented-streams.md.
