package import Addresses
package import PlayCore

extension ByteRange {
    /// As the Range field has it (RFC 9110, 14.1.2), without its unit. There is none for a range without bytes.
    var field: String {
        precondition(length ?? 1 > 0, "a range that is asked for has bytes")
        return "\(offset)-" + (end.map { "\($0 - 1)" } ?? "")
    }
}

/// Whose requests begin first where not all can.
package enum RequestPriority: Int, Sendable, Comparable, CaseIterable {
    case playback
    /// A question with a small answer, for which nobody should wait until large ones have ended.
    case probe
    case preload, download

    package static func < (a: RequestPriority, b: RequestPriority) -> Bool { a.rawValue < b.rawValue }
}

/// What is asked of a server. A value.
package struct HTTPRequest: Sendable {
    package enum Method: String, Sendable {
        case get = "GET", head = "HEAD", post = "POST", put = "PUT", patch = "PATCH", delete = "DELETE"
    }

    package var address: Address
    package var method = Method.get
    package var range: ByteRange?
    /// For POST, PUT and PATCH.
    package var body: [UInt8]?
    /// Beside those of the settings; one of the same name takes the other's place.
    package var headers: [HTTPHeader] = []
    package var priority = RequestPriority.playback
    /// How long the server may take to answer, where it holds the request back until it has something new; `nil`: no
    /// longer than ``HTTPSettings/timeout``.
    package var patience: HostTime?
    /// For texts only: never together with a range, whose bytes would be the compressed ones.
    package var acceptsCompression = false
    /// Whether a body that comes compressed without being asked for so is given as it comes: where its bytes are counted.
    package var keepsCoding = false
    /// The origin that may know secrets: header fields of settings and request go there only. An address that a
    /// redirect led to keeps the origin of the first one.
    package var trustedOrigin: String

    package init(_ address: Address) {
        self.address = address
        trustedOrigin = address.origin
    }

    /// GET and HEAD change nothing: only they are sent anew, to where a redirect leads.
    var isSafe: Bool { method == .get || method == .head }
}
