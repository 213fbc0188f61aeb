/// `idle`: what happens when there is nothing to play.
package enum IdleMode: String, Sendable, CaseIterable {
    case no, yes
    /// Waits at the start, leaves at the end.
    case once
}
