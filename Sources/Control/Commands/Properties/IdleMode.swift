/// `idle`: the behaviour without an item to play.
package enum IdleMode: String, Sendable, CaseIterable {
    case no, yes
    /// Waits at the start, quits at the end.
    case once
}
