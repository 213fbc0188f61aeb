package import Addresses
import PlayCore

/// A manifest from the network may name only network addresses, never files of this machine.
package enum ManifestPlace: Sendable, Equatable {
    /// A local file's folder with a trailing slash, or an empty text for the current folder.
    case folder(String)
    case network(Address)

    /// Schemes of low-latency and live protocols, which a video's media may use besides HTTP.
    private static let transmissions: Set = [
        "rtmp", "rtmps", "srt", "rtsp", "rtsps", "artc", "webrtc", "whep+http", "whep+https",
    ]

    /// Returns `nil` if the reference is forbidden here or is no address.
    ///
    /// - Parameters:
    ///   - token: the value of `{token}`. It is percent-encoded.
    ///   - isMedia: whether the schemes of live protocols are allowed.
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
