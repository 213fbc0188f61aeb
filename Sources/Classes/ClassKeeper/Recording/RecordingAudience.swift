import PlayCore

/// The people of a class who may watch its recordings.
package enum RecordingAudience: String, Sendable, Equatable, Codable, CaseIterable {
    case everyone
    /// Teachers and assistants.
    case teachers
    case none
}

/// Who may watch the recordings of each class now. Any thread.
package final class RecordingAudiences: Sendable {
    private let classes = Monitor<[String: RecordingAudience]>([:])

    package init() {}

    package func set(_ audience: RecordingAudience, of name: String) { classes.withLock { $0[name] = audience } }

    /// - Parameter id: of a recording, which begins with the name of its class.
    func audience(of id: String) -> RecordingAudience {
        guard let end = id.lastIndex(of: "-") else { return .everyone }
        return classes.withLock { $0[String(id[..<end])] ?? .everyone }
    }
}
