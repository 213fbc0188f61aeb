import PlayCore

package enum RecordingAudience: String, Sendable, Equatable, Codable, CaseIterable {
    case everyone
    case teachers
    case none
}

package final class RecordingAudiences: Sendable {
    private let classes = Monitor<[String: RecordingAudience]>([:])

    package init() {}

    package func set(_ audience: RecordingAudience, of name: String) { classes.withLock { $0[name] = audience } }

    func audience(of id: String) -> RecordingAudience {
        guard let end = id.lastIndex(of: "-") else { return .everyone }
        return classes.withLock { $0[String(id[..<end])] ?? .everyone }
    }
}
