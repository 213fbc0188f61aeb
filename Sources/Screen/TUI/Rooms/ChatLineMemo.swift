import PlayCore
import Rooms

/// The lines that messages were broken into when they were drawn last: most of a chat is what it was a moment before.
/// What is drawn does not depend on it, so two are always equal. Any thread.
final class ChatLineMemo: Sendable, Equatable {
    struct Entry: Sendable {
        let message: ChatMessage
        let answered: ChatMessage?
        let lines: [RoomLine]
    }

    private struct Kept: Sendable {
        /// In which look; nil: nothing was drawn yet.
        var look: ChatLines?
        /// By the ids of messages; those of one window, so as many as it has.
        var entries: [String: Entry] = [:]
    }

    private let kept = Monitor(Kept())

    /// What was drawn last, if it was in this look.
    func entries(for look: ChatLines) -> [String: Entry] {
        kept.withLock { $0.look == look ? $0.entries : [:] }
    }

    func keep(_ entries: [String: Entry], for look: ChatLines) {
        kept.withLock { $0 = Kept(look: look, entries: entries) }
    }

    static func == (a: ChatLineMemo, b: ChatLineMemo) -> Bool { true }
}
