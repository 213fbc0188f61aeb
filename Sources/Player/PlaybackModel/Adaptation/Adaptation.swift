// Adaptation: chooses which rendition of a stream to fetch, by bandwidth, buffer, and the limits of the terminal.
// Without I/O; the fetching thread calls it before each segment.
//
// Must not know: manifests, the network, any clock (time is a parameter).
//
// Begin with: `AdaptationPolicy`; docs/decisions/adaptation.md compares it with the rules of other players.
