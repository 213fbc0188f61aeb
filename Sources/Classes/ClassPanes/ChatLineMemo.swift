import Classes
import PlayCore
import ScreenKit

/// The lines already laid out for messages, because most of a chat does not change between two frames. Thread-safe. A
/// memo never affects equality of the screen, so two memos are always equal.
final class ChatLineMemo: Sendable, Equatable {
    struct Entry: Sendable {
        let message: ChatMessage
        let answered: ChatMessage?
        let lines: [ClassLine]
    }

    private struct Kept: Sendable {
        var look: ChatLines?
        /// The lines of one window's messages, by message ID.
        var entries: [String: Entry] = [:]
    }

    private let kept = Monitor(Kept())

    /// Returns the stored lines, or none if they were laid out for another width or look.
    func entries(for look: ChatLines) -> [String: Entry] {
        kept.withLock { $0.look == look ? $0.entries : [:] }
    }

    func keep(_ entries: [String: Entry], for look: ChatLines) {
        kept.withLock { $0 = Kept(look: look, entries: entries) }
    }

    static func == (a: ChatLineMemo, b: ChatLineMemo) -> Bool { true }
}
