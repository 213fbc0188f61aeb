package import Rooms

/// An event of a live class as its keeper has numbered and published it. A value; its texts are unverified.
package struct NumberedEvent: Sendable, Equatable {
    /// From 1, without gaps.
    package let number: Int64
    /// Its time is on the axis of the class: since ``ClassHeader/epoch``.
    package let event: RoomEvent
    /// The event as a line of a class package, without the line feed; exactly as it was sent.
    package let line: String
    /// Of this event and all before it: ``EventChain``.
    package let hash: String

    package init(number: Int64, event: RoomEvent, line: String, hash: String) {
        self.number = number
        self.event = event
        self.line = line
        self.hash = hash
    }
}
