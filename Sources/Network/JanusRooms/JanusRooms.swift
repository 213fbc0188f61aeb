/// Rooms of a Janus server (its VideoRoom) as a place to send to and receive from: who is there, descriptions to and fro over
/// its HTTP interface, and the peers of `WebRTC` that come of them. And the server itself, for classes on one machine
/// (``JanusConfiguration``).
///
/// It knows nothing of classes, rights or decoders. Begin reading at ``JanusRoom``. What the lines mean was measured with
/// Janus 1.1.2.
