// Manifests: converts HLS and DASH manifests to one model: renditions, segments, the live window. Bytes in, values
// out.
//
// Must not know: clocks, requests, players. Live lists are functions of a time passed in.
//
// Begin with: `Presentation` and `SegmentList` (the model), then `HLSPlaylist` or `DASHManifest` (the formats).
