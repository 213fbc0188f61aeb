import Encoding
import PlayCore

package enum MediaLink: Sendable, Equatable {
    /// RTMP, at nginx.
    case tcp
    /// WebRTC, at Janus.
    case udp

    /// Derives the link from a media server's client number or id: nginx's are numbers.
    package init(client: String) { self = client.hasPrefix(Self.mark) ? .udp : .tcp }

    private static let mark = "w"

    /// Returns a new, unguessable id for a client of Janus.
    static func newClient() -> String { mark + Hexadecimal.text(SecureRandom().bytes(16)) }
}
