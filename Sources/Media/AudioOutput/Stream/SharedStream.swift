import PlayCore

typealias SharedStream = Monitor<StreamState>

extension Monitor<StreamState> {
    /// Changes the state. Wakes the other side only if `wakes` says that it waits for this change: a broadcast for
    /// every block would double the audio thread's wake-ups.
    func change<R: Sendable>(_ body: (inout StreamState) -> R, wakes: (borrowing StreamState) -> Bool) -> R {
        let (result, isAwaited) = withLock { state -> (R, Bool) in
            let result = body(&state)
            return (result, wakes(state))
        }
        if isAwaited { update { _ in } }
        return result
    }
}
