internal import Addresses
internal import Glibc

/// What a download is known by, as aria2's gid: sixteen hexadecimal digits.
package struct DownloadID: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
    package let text: String

    /// Nil unless it is sixteen digits of 0–9, a–f.
    package init?(_ text: String) {
        guard text.utf8.count == 16, text.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }) else {
            return nil
        }
        self.text = text
    }

    private init(number: UInt64) {
        let digits = String(number, radix: 16)
        text = String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    /// A new one.
    package static func random() -> DownloadID { DownloadID(number: .random(in: 1...(.max))) }

    package var description: String { text }

    package static func < (a: DownloadID, b: DownloadID) -> Bool { a.text < b.text }
}

/// DL-08: what a download is of; equal ones are downloaded once, whatever definition was asked for (DL-14). It is all
/// that is kept of where the bytes come from: addresses are worked out from it at each start (ADV-79). A value.
///
/// DL-09: there is no form for a mix of rooms.
package enum DownloadIdentity: Sendable, Hashable, Codable {
    /// DL-10: a reference that the catalogue understands, an address among them. `version`: INFO-02's clipped version.
    case video(id: String, version: Int)
    /// DL-11: a room's recording.
    case playback(classID: String, sessionID: String?, version: Int)

    package static func video(_ id: String) -> DownloadIdentity { .video(id: id, version: -1) }

    /// DL-28: a recording of a room has signals beside the video.
    package var isPlayback: Bool {
        if case .playback = self { return true }
        return false
    }

    /// Of the server, where it is an address: scheme, host and port.
    package var origin: String? {
        guard case .video(let id, _) = self, let address = Address(id), address.isHTTP else { return nil }
        return address.origin
    }

    /// INFO-02: -1 the main version after clipping, 0 the original.
    package var version: Int {
        switch self {
        case .video(_, let version), .playback(_, _, let version): version
        }
    }
}
