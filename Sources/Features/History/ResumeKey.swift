import PlayCore

package enum ResumeKey: Sendable, Hashable {
    /// An item by its ``Video/id``: the absolute path or the address.
    case video(id: String)
    case room(classID: String, sessionID: String, version: String)

    /// Reversible: a word for the kind, then the parts. In parts of rooms, `%` and `/` are written as `%25` and `%2F`.
    package var text: String {
        switch self {
        case .video(let id): "video:" + id
        case .room(let classID, let sessionID, let version):
            "room:" + [classID, sessionID, version].map(Self.escaped).joined(separator: "/")
        }
    }

    package init?(text: String) {
        if text.hasPrefix("video:") {
            self = .video(id: String(text.dropFirst(6)))
            return
        }
        guard text.hasPrefix("room:") else { return nil }
        let parts = text.dropFirst(5).split(separator: "/", omittingEmptySubsequences: false).map(Self.unescaped)
        guard parts.count == 3 else { return nil }
        self = .room(classID: parts[0], sessionID: parts[1], version: parts[2])
    }

    /// For display: the path or address, or the names of the room.
    package var shown: String {
        switch self {
        case .video(let id): id
        case .room(let classID, let sessionID, let version):
            [classID, sessionID, version].filter { !$0.isEmpty }.joined(separator: " / ")
        }
    }

    private static func escaped(_ part: String) -> String {
        part.replacing("%", with: "%25").replacing("/", with: "%2F")
    }

    private static func unescaped(_ part: Substring) -> String {
        String(part.replacing("%2F", with: "/").replacing("%25", with: "%"))
    }
}
