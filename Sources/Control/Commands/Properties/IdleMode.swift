/// `idle`: what the program does without an item.
package enum IdleMode: String, Sendable, CaseIterable {
    case no, yes
    /// Waits at the start, quits at the end.
    case once
}
