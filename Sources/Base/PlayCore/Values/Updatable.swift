package protocol Updatable {}

extension Updatable {
    /// Returns a changed copy. `change` must not keep the value.
    package func updating(_ change: (inout Self) throws -> Void) rethrows -> Self {
        var copy = self
        try change(&copy)
        return copy
    }
}
