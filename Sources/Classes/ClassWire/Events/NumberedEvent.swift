package import Classes

/// An event of a live class, as numbered and published by its keeper. The texts are unverified.
package struct NumberedEvent: Sendable, Equatable {
    /// From 1, without gaps.
    package let number: Int64
    /// The event, with its time since ``ClassHeader/epoch``.
    package let event: ClassEvent
    /// The event as a line of a class package, exactly as it was sent, without the line feed.
    package let line: String
    /// The hash of this event and all before it; see ``EventChain``.
    package let hash: String

    package init(number: Int64, event: ClassEvent, line: String, hash: String) {
        self.number = number
        self.event = event
        self.line = line
        self.hash = hash
    }
}
