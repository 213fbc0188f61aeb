/// A value that is changed by making a changed copy.
package protocol Updatable {}

extension Updatable {
    /// Returns a copy with `change` applied; the original remains unchanged. The value passed to `change` belongs to
    /// the copy and cannot outlive the call.
    package func updating(_ change: (inout Self) throws -> Void) rethrows -> Self {
        var copy = self
        try change(&copy)
        return copy
    }
}
