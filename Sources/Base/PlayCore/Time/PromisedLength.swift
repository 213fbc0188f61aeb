/// The length that a container, a manifest or a list declares, for comparison with the actual end.
package struct PromisedLength: Sendable {
    /// A share below 1, because containers round, and sound and picture rarely have the same length.
    private static let share = 0.9

    package let duration: MediaTime

    package init(_ duration: MediaTime) { self.duration = duration }

    /// Returns whether a length falls far short: below nine tenths, and by more than `tolerance`.
    package func isMissed(by length: MediaTime, tolerance: MediaTime) -> Bool {
        length < duration.scaled(by: Self.share) && duration - length > tolerance
    }
}
