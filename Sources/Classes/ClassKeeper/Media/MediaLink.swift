import Encoding
import PlayCore

package enum MediaLink: Sendable, Equatable {
    case tcp
    case udp

    /// The IDs of nginx's clients are numbers.
    package init(client: String) { self = client.hasPrefix(Self.mark) ? .udp : .tcp }

    private static let mark = "w"

    static func newClient() -> String { mark + Hexadecimal.text(SecureRandom().bytes(16)) }
}
