// WebRTC: the media plane for live classes: one peer towards one server, over UDP. It finds the way (ICE), agrees on keys
// (DTLS, with the certificate's fingerprint compared with the description's), and sends and receives H.264 and Opus (SRTP),
// with repetition, reports and requests for key frames.
//
// Must not know: servers, rooms, decoders. Descriptions (SDP) and frames go in and come out. What decides is in `Values`,
// `Descriptions` and `Machines`, without sockets, threads and clocks; `Secrecy` owns the handles of OpenSSL and libsrtp2;
// `Peer` is the thread.
//
// Begin with: `WebRTCPeer`, then `MediaSession` for the life of a packet.
