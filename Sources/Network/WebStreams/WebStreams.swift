// WebStreams: one stream of WebRTC at an HTTP address, sent (WHIP, RFC 9725) or received (WHEP): the descriptions go by
// HTTP, the media by a peer of `WebRTC`.
//
// Must not know: classes, decoders, Janus.
//
// Begin with: `WebStream`.
