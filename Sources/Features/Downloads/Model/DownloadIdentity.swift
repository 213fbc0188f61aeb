internal import Addresses

/// What a download is of; equal ones are downloaded once, whatever definition was asked for. It is all
/// that is kept of where the bytes come from: addresses are worked out from it at each start. A value.
///
/// There is no form for a mix of rooms.
package enum DownloadIdentity: Sendable, Hashable {
    /// A reference that the catalogue understands, an address among them. `version`: the clipped version.
    case video(id: String, version: Int)
    /// A room's recording.
    case playback(classID: String, sessionID: String?, version: Int)

    package static func video(_ id: String) -> DownloadIdentity { .video(id: id, version: -1) }

    /// A recording of a room has signals beside the video.
    package var isPlayback: Bool {
        if case .playback = self { return true }
        return false
    }

    /// Of the server, where it is an address: scheme, host and port.
    package var origin: String? {
        guard case .video(let id, _) = self, let address = Address(id), address.isFetched else { return nil }
        return address.origin
    }

    /// -1 the main version after clipping, 0 the original.
    package var version: Int {
        switch self {
        case .video(_, let version), .playback(_, _, let version): version
        }
    }
}
