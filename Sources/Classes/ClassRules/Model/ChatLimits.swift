package import Classes

/// The limits for each user's messages to the chat of a class, with any client.
package struct ChatLimits: Sendable, Equatable {
    /// The maximum number of Unicode scalars of a message's text.
    package var length = ClassLimits.messageLength
    package var pace = Pace(perMinute: 60, burst: 10)
    /// The maximum number of bytes that a user's messages may take in the archive of a class.
    package var storedBytes: Int64 = 4 << 20

    package init() {}

    /// The maximum number of bytes of a message, including everything beside its text.
    package var messageBytes: Int { 4 * length + Self.otherBytes }
    private static let otherBytes = 8 << 10

    /// Returns the pace of slow mode, which applies to all but teachers and assistants. The interval is in seconds.
    package static func slow(_ interval: Int) -> Pace {
        Pace(step: Int64(interval) * 1000, slack: ClassLimits.chatTolerance)
    }
}
