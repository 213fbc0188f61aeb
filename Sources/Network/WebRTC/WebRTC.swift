/// The media plane of WebRTC for live classes: one peer towards one server, over UDP. It finds the way (ICE), agrees on keys
/// (DTLS, with the certificate's fingerprint compared with the SDP's), and sends and receives H.264 and Opus (SRTP), with
/// retransmission, reports and requests for key frames.
///
/// It knows nothing of servers, rooms or decoders: descriptions (SDP) and frames go in and come out. What decides is in
/// `Values` and `Machines`, without sockets, threads and clocks; `Secrecy` owns the handles of OpenSSL and libsrtp2; `Peer`
/// is the thread. Begin reading at ``WebRTCPeer``, then ``MediaSession``.
