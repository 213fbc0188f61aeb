import Classes
import PlayCore

/// The drawn lines of messages: most of a chat does not change between two frames. Any thread.
/// A cache without effect on the drawing, so two are always equal.
final class ChatLineMemo: Sendable, Equatable {
    struct Entry: Sendable {
        let message: ChatMessage
        let answered: ChatMessage?
        let lines: [ClassLine]
    }

    private struct Kept: Sendable {
        var look: ChatLines?
        /// By the ids of messages; those of one window.
        var entries: [String: Entry] = [:]
    }

    private let kept = Monitor(Kept())

    /// Returns the lines drawn last, if they have this look.
    func entries(for look: ChatLines) -> [String: Entry] {
        kept.withLock { $0.look == look ? $0.entries : [:] }
    }

    func keep(_ entries: [String: Entry], for look: ChatLines) {
        kept.withLock { $0 = Kept(look: look, entries: entries) }
    }

    static func == (a: ChatLineMemo, b: ChatLineMemo) -> Bool { true }
}
