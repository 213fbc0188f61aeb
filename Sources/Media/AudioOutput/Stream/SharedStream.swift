import PlayCore

/// ``StreamState`` behind its lock. Any thread.
typealias SharedStream = Monitor<StreamState>

extension Monitor<StreamState> {
    /// Changes the state and wakes the other side only if `wakes` says that it waits for this: a broadcast for every
    /// block would double the wake-ups of the audio thread.
    func change<R: Sendable>(_ body: (inout StreamState) -> R, wakes: (borrowing StreamState) -> Bool) -> R {
        let (result, isAwaited) = withLock { state -> (R, Bool) in
            let result = body(&state)
            return (result, wakes(state))
        }
        if isAwaited { update { _ in } }
        return result
    }
}
