// Manifests: converts HLS and DASH manifests to one model: renditions, segments, the live window. Without I/O.
//
// Must not know: clocks, requests, players. The time is a parameter of live lists.
//
// Begin with: `Presentation` and `SegmentList` (the model), then `HLSPlaylist` or `DASHManifest` (the formats).
