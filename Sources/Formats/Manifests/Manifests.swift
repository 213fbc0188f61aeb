// Manifests: HLS and DASH manifests to one model: renditions, segments, the live window. Pure: bytes in, values
// out.
//
// Must not know: clocks, requests, players. Live lists are functions of a time that is given.
//
// Begin with: `Presentation` and `SegmentList` (what is played), then `HLSPlaylist` or `DASHManifest` (what was
// written).
