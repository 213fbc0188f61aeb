/// The length that a container, a manifest or a list gives: an end is held against it, of files, streams and downloads
/// alike. A value.
package struct PromisedLength: Sendable {
    /// Containers round, and sound and picture are rarely of one length.
    private static let share = 0.9

    package let duration: MediaTime

    package init(_ duration: MediaTime) { self.duration = duration }

    /// Whether what is there ends far before it: before nine tenths of it, and by more than `tolerance`.
    package func isMissed(by length: MediaTime, tolerance: MediaTime) -> Bool {
        length < duration.scaled(by: Self.share) && duration - length > tolerance
    }
}
