/// By what sound and pictures of a live class travel. A value.
package enum LiveLink: String, Sendable, Hashable, CaseIterable {
    /// WebRTC: soon there, and encrypted; TCP takes its place where it does not get through.
    case udp
    /// RTMP.
    case tcp

    /// As the ticket names its server.
    package var serverName: String { self == .udp ? "webrtc" : "rtmp" }
    /// For people.
    package var shown: String { rawValue.uppercased() }
}
