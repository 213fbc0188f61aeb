// Adaptation: chooses which rendition of a stream is fetched, by bandwidth, buffer, and the limits of the terminal.
// Values only; the fetching thread calls them before each segment.
//
// Must not know: manifests, the network, any clock (callers pass the time).
//
// Begin with: `AdaptationPolicy`; docs/decisions/adaptation.md compares it with the rules of other players.
