// MediaSources: the protocol of packet sources, and the way they exchange state with the session that plays them.
//
// Must not know: which sources exist.
//
// Begin with: `PacketSource`, then `SessionInput` and `StreamHandle`.
