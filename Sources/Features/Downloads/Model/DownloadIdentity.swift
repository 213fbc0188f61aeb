internal import Addresses

/// Equal identities are downloaded once, regardless of the definition. Only the source's identity is stored, which
/// yields its addresses at each start. A mix of rooms has no identity.
package enum DownloadIdentity: Sendable, Hashable {
    /// A reference that the catalogue understands, such as an address. `version` is the clipped version.
    case video(id: String, version: Int)
    case playback(classID: String, sessionID: String?, version: Int)

    package static func video(_ id: String) -> DownloadIdentity { .video(id: id, version: -1) }

    package var isPlayback: Bool {
        if case .playback = self { return true }
        return false
    }

    /// Scheme, host and port, or `nil` if the identity is not an address.
    package var origin: String? {
        guard case .video(let id, _) = self, let address = Address(id), address.isFetched else { return nil }
        return address.origin
    }

    /// -1 for the main version after clipping, 0 for the original.
    package var version: Int {
        switch self {
        case .video(_, let version), .playback(_, _, let version): version
        }
    }
}
