package import Classes

package struct ChatLimits: Sendable, Equatable {
    /// In Unicode scalars.
    package var length = ClassLimits.messageLength
    package var pace = Pace(perMinute: 60, burst: 10)
    /// In bytes of a user's messages in the archive of a class.
    package var storedBytes: Int64 = 4 << 20

    package init() {}

    /// Includes everything besides the text.
    package var messageBytes: Int { 4 * length + Self.otherBytes }
    private static let otherBytes = 8 << 10

    /// Teachers and assistants are exempt. The interval is in seconds.
    package static func slow(_ interval: Int) -> Pace {
        Pace(step: Int64(interval) * 1000, slack: ClassLimits.chatTolerance)
    }
}
