// WebRTC: the media plane for live classes: one peer towards one server, over UDP. It establishes the path (ICE),
// negotiates keys (DTLS, with the certificate's fingerprint from the description), and sends and receives H.264 and
// Opus (SRTP), with retransmission, reports and requests for key frames.
//
// Must not know: servers, rooms, decoders. Descriptions (SDP) and frames go in and come out. `Values`, `Descriptions`
// and `Machines` make the decisions, without sockets, threads and clocks; `Secrecy` owns the handles of OpenSSL and
// libsrtp2; `Peer` is the thread.
//
// Begin with: `WebRTCPeer`, then `MediaSession` for the life of a packet.
