package import Testing

extension Tag {
    /// Depends on this machine's clock: `Scripts/run-tests` runs these tests alone, after all others.
    @Tag package static var realTime: Self
}
