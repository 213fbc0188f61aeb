import Encoding
import PlayCore

/// By what a stream reaches the media server. A value.
package enum MediaLink: Sendable, Equatable {
    /// RTMP, at nginx.
    case tcp
    /// WebRTC, at Janus.
    case udp

    /// Of the number or id that a client of the media servers has: nginx's are numbers.
    package init(client: String) { self = client.hasPrefix(Self.mark) ? .udp : .tcp }

    private static let mark = "w"

    /// An id of a client of Janus, which nobody guesses.
    static func newClient() -> String { mark + Hexadecimal.text(SecureRandom().bytes(16)) }
}
