package import PlayCore

package struct ImportLimits: Sendable, Equatable {
    /// A stream of twelve hours with a busy chat has some 500,000 messages.
    package var events = 2_000_000
    /// Per message. With all buttons and pictures, messages have about 10 kB.
    package var recordBytes = 4 << 20
    package var textBytes = 32 << 10
    /// For a file that is read at once.
    package var fileBytes = 256 << 20
    /// From the start, as in packages.
    package var time = MediaTime.seconds(100 * 86400)
    package var warnings = 100

    package init() {}
}
