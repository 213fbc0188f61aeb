package import Rooms

/// How much each person may write into the chat of a class, whatever program they write with. A value.
package struct ChatLimits: Sendable, Equatable {
    /// Unicode scalars of a message's text.
    package var length = ClassLimits.messageLength
    package var pace = Pace(perMinute: 60, burst: 10)
    /// Bytes that a person's messages may take in the archive of a class.
    package var storedBytes: Int64 = 4 << 20

    package init() {}

    /// Bytes of a message with all that it contains beside its text.
    package var messageBytes: Int { 4 * length + Self.otherBytes }
    private static let otherBytes = 8 << 10

    /// Slow mode, for whoever is no teacher or assistant.
    ///
    /// - Parameter interval: seconds from message to message.
    package static func slow(_ interval: Int) -> Pace {
        Pace(step: Int64(interval) * 1000, slack: ClassLimits.chatTolerance)
    }
}
