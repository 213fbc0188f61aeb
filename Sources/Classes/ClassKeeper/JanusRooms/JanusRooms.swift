// JanusRooms: sends to and receives from rooms of a Janus server (its VideoRoom). Exchanges descriptions over its HTTP
// interface and creates the peers of `WebRTC`. Also runs a server on one machine (`JanusConfiguration`).
//
// Must not know: classes, rights, decoders.
//
// Begin with: `JanusRoom`, then `JanusSession`.
