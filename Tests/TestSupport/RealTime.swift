package import Testing

extension Tag {
    /// Marks tests that depend on the clock of this machine: `Scripts/run-tests` runs them alone, after all others.
    @Tag package static var realTime: Self
}
