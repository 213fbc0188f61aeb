// Adaptation: which rendition of a stream is fetched: bandwidth, buffer, what the terminal can show. A value,
// asked at each segment.
//
// Must not know: manifests, the network, time other than what is given.
//
// Begin with: `AdaptationPolicy`; docs/decisions/adaptation.md has the comparison with others.
