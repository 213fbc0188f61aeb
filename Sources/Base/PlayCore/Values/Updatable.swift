/// A value that is changed by making a changed copy.
package protocol Updatable {}

extension Updatable {
    /// Returns a changed copy. The value passed to `change` cannot outlive the call.
    package func updating(_ change: (inout Self) throws -> Void) rethrows -> Self {
        var copy = self
        try change(&copy)
        return copy
    }
}
