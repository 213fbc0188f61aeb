// MediaSources: what a source of packets implements, and what it may ask of the session that plays it.
//
// Must not know: which sources exist.
//
// Begin with: `PacketSource`, then `SessionInput` and `StreamHandle`.
