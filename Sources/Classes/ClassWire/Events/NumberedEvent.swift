package import Classes

/// An event of a live class, numbered and published by its keeper. The texts are unverified.
package struct NumberedEvent: Sendable, Equatable {
    /// From 1 without gaps.
    package let number: Int64
    /// With its time since ``ClassHeader/epoch``.
    package let event: ClassEvent
    /// As a line of a class package, exactly as sent, without the line feed.
    package let line: String
    /// Of this event and all previous ones; see ``EventChain``.
    package let hash: String

    package init(number: Int64, event: ClassEvent, line: String, hash: String) {
        self.number = number
        self.event = event
        self.line = line
        self.hash = hash
    }
}
