package import Addresses
package import PlayCore

extension ByteRange {
    /// The value of the Range field (RFC 9110, 14.1.2) without its unit. An empty range has none.
    var field: String {
        precondition(length ?? 1 > 0, "a range that is asked for has bytes")
        return "\(offset)-" + (end.map { "\($0 - 1)" } ?? "")
    }
}

package enum RequestPriority: Int, Sendable, Comparable, CaseIterable {
    case playback
    /// Expects a small response, which should not wait for large ones.
    case probe
    case preload, download

    package static func < (a: RequestPriority, b: RequestPriority) -> Bool { a.rawValue < b.rawValue }
}

package struct HTTPRequest: Sendable {
    package enum Method: String, Sendable {
        case get = "GET", head = "HEAD", post = "POST", put = "PUT", patch = "PATCH", delete = "DELETE"
    }

    package var address: Address
    package var method = Method.get
    package var range: ByteRange?
    package var body: [UInt8]?
    /// Added to those of the settings. A field of the same name replaces it.
    package var headers: [HTTPHeader] = []
    package var priority = RequestPriority.playback
    /// How long the server may delay its response, or `nil` for ``HTTPSettings/timeout``.
    package var patience: HostTime?
    /// Only for texts, and never with a range, which would select compressed bytes.
    package var acceptsCompression = false
    /// Keeps a compression that was not requested, for callers that count the bytes as sent.
    package var keepsCoding = false
    /// The only origin that receives secret header fields: that of the first address, also after a redirect.
    package var trustedOrigin: String

    package init(_ address: Address) {
        self.address = address
        trustedOrigin = address.origin
    }

    /// Only requests that change nothing are repeated at a redirect's target.
    var isSafe: Bool { method == .get || method == .head }
}
