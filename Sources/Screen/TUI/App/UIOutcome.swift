/// How the loop ended.
package enum UIOutcome: Sendable, Equatable {
    /// The viewer left.
    case quit
    /// The last item is over.
    case finished
    case terminated(signal: Int32)
    /// The terminal hung up.
    case inputClosed
    /// The terminal does not answer; what plays can play on without a screen.
    case unanswered
}
