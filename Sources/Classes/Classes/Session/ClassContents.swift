import PlayCore

/// A whole class in memory, which importers of other formats produce and ``ClassPackageWriter`` writes.
package struct ClassContents: Sendable, Equatable {
    package var info: ClassInfo
    package var events: [ClassEvent]
    /// The chat shows these messages at their times like others.
    package var virtualChat: [ChatMessage]
    /// Unreadable parts, for the log and `tvplay class --dump`.
    package var warnings: [ClassWarning]

    package init(
        info: ClassInfo, events: [ClassEvent] = [], virtualChat: [ChatMessage] = [], warnings: [ClassWarning] = []
    ) {
        self.info = info
        self.events = events
        self.virtualChat = virtualChat
        self.warnings = warnings
    }

    /// Includes gifts and awards; ordered by time.
    package var chatLines: [ChatMessage] {
        events.compactMap(\.chatLine).stablySorted { $0.time < $1.time }
    }

    package var plainMessages: [ChatMessage] {
        events.compactMap { if case .message(let message) = $0.kind { message } else { nil } }
    }

    /// All events except plain messages, which are loaded in slices.
    package var signals: [ClassEvent] {
        events.filter { if case .message = $0.kind { false } else { true } }.stablySorted { $0.time < $1.time }
    }
}

package struct ClassWarning: Sendable, Equatable {
    package let file: String
    /// From 1; `nil` for the whole file.
    package let line: Int?
    /// In English, as a sentence without its full stop.
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
        guard zip(elements.dropFirst(), elements).contains(where: isBefore) else { return elements }
        return elements.enumerated().sorted {
            isBefore($0.element, $1.element) || (!isBefore($1.element, $0.element) && $0.offset < $1.offset)
        }.map(\.element)
    }
}
