import PlayCore

/// A whole room in memory: what importers of other formats give, and what ``RoomPackageWriter`` writes. A value.
package struct RoomContents: Sendable, Equatable {
    package var info: RoomInfo
    /// All that happened, chat included, in any order.
    package var events: [RoomEvent]
    /// Merged into the chat by time, without a mark.
    package var virtualChat: [ChatMessage]
    /// What could not be understood, for the log and `tvplay class --dump`.
    package var warnings: [RoomWarning]

    package init(
        info: RoomInfo, events: [RoomEvent] = [], virtualChat: [ChatMessage] = [], warnings: [RoomWarning] = []
    ) {
        self.info = info
        self.events = events
        self.virtualChat = virtualChat
        self.warnings = warnings
    }

    /// The lines of the chat, gifts and awards included, in the order of their times.
    package var chatLines: [ChatMessage] {
        events.compactMap(\.chatLine).stablySorted { $0.time < $1.time }
    }

    /// The chat without gifts and awards.
    package var plainMessages: [ChatMessage] {
        events.compactMap { if case .message(let message) = $0.kind { message } else { nil } }
    }

    /// What the log keeps: everything but plain messages, which are loaded in slices.
    package var signals: [RoomEvent] {
        events.filter { if case .message = $0.kind { false } else { true } }.stablySorted { $0.time < $1.time }
    }
}

/// Something in a recording that was left out, and why. A value; its texts are unverified.
package struct RoomWarning: Sendable, Equatable {
    /// The file within the room.
    package let file: String
    /// From 1; nil: the file as a whole.
    package let line: Int?
    /// A sentence without its end, in English.
    package let problem: String

    package init(_ file: String, line: Int? = nil, _ problem: String) {
        self.file = file
        self.line = line
        self.problem = problem
    }
}

extension Sequence {
    /// Equal elements stay in the order in which they came.
    func stablySorted(by isBefore: (Element, Element) -> Bool) -> [Element] {
        let elements = Array(self)
        // Recordings mostly are in order already.
        guard zip(elements.dropFirst(), elements).contains(where: isBefore) else { return elements }
        return elements.enumerated().sorted {
            isBefore($0.element, $1.element) || (!isBefore($1.element, $0.element) && $0.offset < $1.offset)
        }.map(\.element)
    }
}
