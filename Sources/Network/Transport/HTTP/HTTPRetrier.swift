package import Addresses
package import PlayCore

/// Waits between the attempts of a source and reports to its observer. ``status``, ``setAwaited(_:)`` and ``reload()``
/// are for any thread, the rest for the reading thread.
package final class HTTPRetrier: NetworkLink {
    private struct State {
        var policy: RetryPolicy
        /// Initially true, because opening waits.
        var isAwaited = true
        var isAttended = false
        var reloads = 0
        var retries = 0
        var phase = NetworkStatus.State.flowing
        var byteCount: Int64 = 0
        var hasAnswered = false
        var isUnencrypted = false
    }

    private let client: HTTPClient
    private let cancelToken: CancelToken
    private let state: Monitor<State>
    private let registration: CancelRegistration
    private let clock = SystemClock()

    package init(_ policy: RetryPolicy, client: HTTPClient, cancel: CancelToken) {
        self.client = client
        cancelToken = cancel
        let state = Monitor(State(policy: policy))
        self.state = state
        registration = cancel.onCancel { state.update { _ in } }
    }

    package var network: NetworkStatus {
        let state = state.withLock { $0 }
        var status = NetworkStatus(
            state: state.phase, bitsPerSecond: client.bitsPerSecond, byteCount: state.byteCount)
        status.isUnencrypted = state.isUnencrypted
        return status
    }

    package func setAwaited(_ isAwaited: Bool) {
        state.update {
            $0.isAwaited = isAwaited
            $0.isAttended = true
        }
    }

    package func hurry() { state.withLock { $0.policy.hurry(to: RetryPolicy.liveInterval) } }

    package func reload() {
        client.abandonSilent()
        state.update { $0.reloads += 1 }
    }

    /// Notes that the server is reachable, so that a later refusal may be temporary. `answering`: the final address.
    package func noteAnswer(to asked: Address, from answering: Address) {
        state.withLock {
            $0.hasAnswered = true
            $0.isUnencrypted = $0.isUnencrypted || answering.isUnencrypted(after: asked)
        }
    }

    package func gained(_ count: Int) {
        guard count > 0 else { return }
        state.withLock {
            $0.byteCount += Int64(count)
            $0.retries = 0
            $0.hasAnswered = true
            $0.phase = .flowing
        }
    }

    /// - Throws: `error`, if no attempt is left; `.cancelled`.
    package func waitForRetry(after error: ByteSourceError, began: HostTime, gained: Int64) throws(ByteSourceError) {
        guard error.code != .cancelled else { throw error }
        Log.shared.write(.info, "net", "\(error.context): \(error.code) \(error.detail)")
        let now = clock.now
        let (step, reloads) = state.update { state in
            let failure = RetryPolicy.Failure(
                error, began: began, gained: gained, retries: state.retries, hasAnswered: state.hasAnswered)
            let step = state.policy.step(
                after: failure, at: now, isAwaited: state.isAwaited, canAsk: state.isAttended)
            if state.isAwaited, case .retry = step { state.retries += 1 }
            switch step {
            case .retry: state.phase = .retrying
            case .ask: state.phase = .asking
            case .giveUp: break
            }
            return (step, state.reloads)
        }
        let deadline: HostTime?
        switch step {
        case .giveUp: throw error
        case .ask: deadline = nil
        case .retry(let instant): deadline = instant
        }
        // `nil` at the deadline.
        _ = state.wait(until: deadline) { state -> Void? in
            guard state.reloads == reloads, !self.cancelToken.isInterrupted else { return () }
            return nil
        }
        if cancelToken.isInterrupted {
            throw ByteSourceError(.cancelled, operation: "read", context: error.context)
        }
        state.withLock { if $0.phase == .asking { $0.phase = .retrying } }
    }
}
