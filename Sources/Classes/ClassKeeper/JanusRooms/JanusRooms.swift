// JanusRooms: sends to and receives from rooms of a Janus server (its VideoRoom). Exchanges descriptions over its HTTP
// interface and creates the peers of `WebRTC`. Also runs the server itself on one machine (`JanusConfiguration`). The
// options' effects were measured with Janus 1.1.2.
//
// Must not know: classes, rights, decoders.
//
// Begin with: `JanusRoom`, then `JanusSession`.
