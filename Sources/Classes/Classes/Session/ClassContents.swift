import PlayCore

/// A whole room in memory, produced by importers of other formats and written by ``ClassPackageWriter``.
package struct ClassContents: Sendable, Equatable {
    package var info: ClassInfo
    /// All events, including the chat, in any order.
    package var events: [ClassEvent]
    /// Messages that are merged into the chat by time, without a mark.
    package var virtualChat: [ChatMessage]
    /// The parts that could not be read, for the log and `tvplay class --dump`.
    package var warnings: [ClassWarning]

    package init(
        info: ClassInfo, events: [ClassEvent] = [], virtualChat: [ChatMessage] = [], warnings: [ClassWarning] = []
    ) {
        self.info = info
        self.events = events
        self.virtualChat = virtualChat
        self.warnings = warnings
    }

    /// The lines of the chat, including gifts and awards, ordered by time.
    package var chatLines: [ChatMessage] {
        events.compactMap(\.chatLine).stablySorted { $0.time < $1.time }
    }

    package var plainMessages: [ChatMessage] {
        events.compactMap { if case .message(let message) = $0.kind { message } else { nil } }
    }

    /// The events of the log: all but plain messages, which are loaded in slices.
    package var signals: [ClassEvent] {
        events.filter { if case .message = $0.kind { false } else { true } }.stablySorted { $0.time < $1.time }
    }
}

/// A part of a recording that was left out, and the reason. The texts are unverified.
package struct ClassWarning: Sendable, Equatable {
    package let file: String
    /// The line number from 1, or `nil` if the warning is about the whole file.
    package let line: Int?
    /// The problem in English: a sentence without its full stop.
    package let problem: String

    package init(_ file: String, line: Int? = nil, _ problem: String) {
        self.file = file
        self.line = line
        self.problem = problem
    }
}

extension Sequence {
    func stablySorted(by isBefore: (Element, Element) -> Bool) -> [Element] {
        let elements = Array(self)
        // Most recordings are in order already.
        guard zip(elements.dropFirst(), elements).contains(where: isBefore) else { return elements }
        return elements.enumerated().sorted {
            isBefore($0.element, $1.element) || (!isBefore($1.element, $0.element) && $0.offset < $1.offset)
        }.map(\.element)
    }
}
