package enum LiveLink: String, Sendable, Hashable, CaseIterable {
    /// WebRTC, with low delay and encryption. TCP replaces it if WebRTC does not connect.
    case udp
    /// RTMP.
    case tcp

    package var serverName: String { self == .udp ? "webrtc" : "rtmp" }
    package var shown: String { rawValue.uppercased() }
}
