// WebStreams: one WebRTC stream at an HTTP address, sent (WHIP, RFC 9725) or received (WHEP). HTTP carries the
// descriptions, a peer of `WebRTC` the media.
//
// Must not know: classes, decoders, Janus.
//
// Begin with: `WebStream`.
