package import PlayCore

/// The limits of an import, which bound the cost of hostile files.
package struct ImportLimits: Sendable, Equatable {
    /// Events of all kinds: a stream of twelve hours with a busy chat has some 500,000 messages.
    package var events = 2_000_000
    /// Bytes of one message in the file: with all buttons and pictures, messages have 10 kB.
    package var recordBytes = 4 << 20
    /// Bytes of a text; longer texts are cut.
    package var textBytes = 32 << 10
    /// Bytes of a file that is read whole.
    package var fileBytes = 256 << 20
    /// The greatest distance of a time from the start, as in packages.
    package var time = MediaTime.seconds(100 * 86400)
    package var warnings = 100

    package init() {}
}
