package enum UIOutcome: Sendable, Equatable {
    case quit
    case finished
    case terminated(signal: Int32)
    /// The terminal hung up.
    case inputClosed
    /// The terminal does not answer. Playback can continue without a screen.
    case unanswered
}
