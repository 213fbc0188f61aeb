/// A value that is changed by making a changed copy.
package protocol Updatable {}

extension Updatable {
    /// A copy with `change` applied; the original stays as it is. The value that `change` gets is the copy's own and
    /// cannot outlive the call.
    package func updating(_ change: (inout Self) throws -> Void) rethrows -> Self {
        var copy = self
        try change(&copy)
        return copy
    }
}
