package import Addresses
import PlayCore

/// Where a manifest was found, and where it may lead from there: one from the network only to addresses of the network,
/// never to files of this machine. A value.
package enum ManifestPlace: Sendable, Equatable {
    /// Folder of a local file, with its slash; empty for the current one.
    case folder(String)
    case network(Address)

    /// Of transmissions: what a video's media may come by beside http.
    private static let transmissions: Set = [
        "rtmp", "rtmps", "srt", "rtsp", "rtsps", "artc", "webrtc", "whep+http", "whep+https",
    ]

    /// What `reference` means here, with the token in its place; nil: not allowed, or no address.
    ///
    /// - Parameters:
    ///   - token: for `{token}`; percent-encoded.
    ///   - isMedia: whether transmissions are allowed.
    func resolve(_ reference: String, token: Token?, isMedia: Bool = false) -> String? {
        guard !reference.isEmpty, !reference.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
        let filled = reference.replacing("{token}", with: token.map { FormText.escaped($0.secret) } ?? "")
        if isMedia, let scheme = Scheme.of(filled), Self.transmissions.contains(scheme) { return filled }
        switch self {
        case .network(let base):
            guard let address = Address(filled, relativeTo: base), address.isHTTP else { return nil }
            return address.text
        case .folder(let folder):
            if Scheme.of(filled) != nil {
                guard let address = Address(filled), address.isHTTP else { return nil }
                return address.text
            }
            return filled.hasPrefix("/") ? filled : folder + filled
        }
    }

    static func wantsToken(_ reference: String) -> Bool { reference.contains("{token}") }
}
