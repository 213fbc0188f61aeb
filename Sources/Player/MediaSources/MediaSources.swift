// MediaSources: the protocol of packet sources, and the state that they exchange with the session.
//
// Must not know: which sources exist.
//
// Begin with: `PacketSource`, then `SessionInput` and `StreamHandle`.
