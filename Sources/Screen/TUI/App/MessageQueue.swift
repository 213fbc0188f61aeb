import PlayCore
package import ScreenKit

/// The visible message, and those that wait until it disappears: warnings before information.
package struct MessageQueue: Sendable, Equatable {
    /// The limit of waiting messages. Beyond it, information is dropped first, then the oldest warning.
    private static let bound = 4
    /// The least time of a warning if other messages wait.
    fileprivate static let leastWarning = HostTime.seconds(4)
    private static let freshness = HostTime.seconds(15)

    package private(set) var shown: Message?
    private var waiting: [Message] = []
    package init() {}

    /// Shows an answer at once. Queues unasked news behind a message of the same or a higher rank, and all but an error
    /// behind an answer. A message with the same words replaces the old one.
    mutating func set(_ new: Message?, isNews: Bool = false) {
        var new = new
        new?.isAnswer = !isNews
        guard let new, let old = shown, old.text != new.text else {
            shown = new
            waiting.removeAll { $0.text == new?.text }
            return
        }
        waiting.removeAll { $0.text == new.text }
        let waits = old.kind.rank > new.kind.rank || old.isAnswer && new.kind != .error
        if isNews, waits || old.kind == new.kind && isHeld(old, at: new.since) {
            append(new)
            guard old.kind == .warning, let until = old.until else { return }
            shown?.until = min(until, max(new.since, old.since + Self.leastWarning - old.seen))
        } else {
            shown = new
            let isUnread = old.kind != .info || isNews && new.kind != .info && isHeld(old, at: new.since)
            if isUnread { append(old.displaced(at: new.since)) }
        }
    }

    mutating func showNext(at now: HostTime) {
        guard shown == nil, !waiting.isEmpty else { return }
        waiting.removeAll { $0.kind == .info && $0.since + Self.freshness < now }
        guard let rank = waiting.map(\.kind.rank).max(),
            let index = waiting.firstIndex(where: { $0.kind.rank == rank })
        else { return }
        shown = waiting.remove(at: index).shown(at: now)
    }

    mutating func removeAll(where isOver: (Message) -> Bool) {
        if shown.map(isOver) == true { shown = nil }
        waiting.removeAll(where: isOver)
    }

    /// Removes and returns the visible information, else the newest that waits.
    mutating func takeInfo() -> Message? {
        if let shown, shown.kind == .info {
            self.shown = nil
            return shown
        }
        return waiting.lastIndex { $0.kind == .info }.map { waiting.remove(at: $0) }
    }

    /// Returns the queue without times, which change no cell.
    func withoutTimes() -> MessageQueue {
        var queue = MessageQueue()
        queue.shown = shown.map { message in
            var message = message
            (message.until, message.since, message.seen, message.isAnswer) = (nil, .zero, .zero, false)
            return message
        }
        return queue
    }

    /// Returns whether a message keeps the line. Information keeps it only until it was visible for long enough.
    private func isHeld(_ message: Message, at now: HostTime) -> Bool {
        message.kind == .info ? now < message.since + .milliseconds(500) : true
    }

    private mutating func append(_ message: Message?) {
        guard let message else { return }
        waiting.append(message)
        guard waiting.count > Self.bound else { return }
        waiting.remove(at: waiting.firstIndex { $0.kind == .info } ?? 0)
    }
}

extension AppState {
    /// Setting it puts an unread warning back into the queue.
    package var message: Message? {
        get { messages.shown }
        set { messages.set(newValue) }
    }

    /// Shows a message that no key requested; see ``MessageQueue/set(_:isNews:)``.
    package mutating func announce(_ message: Message) {
        if message.isAboutPart { messages.removeAll(where: \.isAboutPart) }
        messages.set(message, isNews: true)
    }
}

extension Message {
    /// Returns a replaced message with its remaining time, or `nil` if it was visible for long enough.
    fileprivate func displaced(at now: HostTime) -> Message? {
        var rest = self
        rest.seen = seen + (now - since)
        rest.since = now
        guard let until else { return rest }
        return until - now > .seconds(1) && rest.seen < MessageQueue.leastWarning ? rest : nil
    }

    fileprivate func shown(at now: HostTime) -> Message {
        var message = self
        message.until = until.map { now + ($0 - since) }
        message.since = now
        return message
    }
}
