// JanusRooms: rooms of a Janus server (its VideoRoom) as a place to send to and to receive from: descriptions to and fro over
// its HTTP interface, and the peers of `WebRTC` that come of them. And the server itself, for one machine
// (`JanusConfiguration`). What the lines mean was measured with Janus 1.1.2.
//
// Must not know: classes, rights, decoders.
//
// Begin with: `JanusRoom`, then `JanusSession`.
