/// The transport of sound and pictures of a live class.
package enum LiveLink: String, Sendable, Hashable, CaseIterable {
    /// WebRTC: low delay, encrypted. TCP takes its place if WebRTC does not connect.
    case udp
    /// RTMP.
    case tcp

    package var serverName: String { self == .udp ? "webrtc" : "rtmp" }
    package var shown: String { rawValue.uppercased() }
}
