package import Testing

extension Tag {
    /// Judges by the clock of this machine: `Scripts/run-tests` runs it alone, after all others.
    @Tag package static var realTime: Self
}
