import Adaptation
import Media
import MediaSources
import PlayCore
import PlaybackModel

/// Bytes that come over a network, and may not.
extension SessionLoop {
    func watch(_ source: any NetworkLink) {
        network = source
        pipeline?.packets.setThresholds(start: options.networkBuffer.start, resume: options.networkBuffer.high)
        beginNetworkWatch()
        watchNetwork()
    }

    /// ADV-36, ADV-37: tells the source whether it is waited for, and hears whether it has given up.
    func watchNetwork() {
        guard let network, state.status != .failed else { return }
        network.setAwaited(preroll != nil || state.status == .loading || state.status == .stalled)
        let status = network.network
        let wasAsking = snapshot.network?.state == .asking
        snapshot.network = status
        guard status.state == .asking, !wasAsking else { return }
        note([.networkRetry])
        switch options.retryAnswer {
        case .ask: break
        case .reload: network.reload()
        case .stop: stopLoading()
        }
    }

    /// ADV-37: the answer "stop".
    func stopLoading() {
        if let reconnection {
            endReconnection()
            fail(reconnection.error)
            return
        }
        guard let network, network.network.state == .asking else { return }
        let error = ByteSourceError(.timedOut, operation: "read", context: input?.name ?? "")
        fail(PlayError(error.playErrorCode, reason: error.reason, item: input?.name ?? ""))
    }

    func readFailed(_ error: MediaError) {
        if !state.isResuming { note([.failedToPlayToEndTime]) }
        guard case .source(let source) = error.code, source.isOfNetwork else {
            // Of a damaged file what could be read is played, to an end like any other.
            notice(.readFailed(reason: error.reason))
            return
        }
        // ARCH-20: the rest is played first, with the reason in view.
        supplyFailure = error
        if state.status == .playing { notice(.readFailed(reason: error.reason)) }
    }

    /// What is there has played, and there would have been more: it is tried again, or has failed.
    /// - Returns: false: it has simply ended.
    func failForWantOfSupply() -> Bool {
        guard let supplyFailure else { return false }
        failForNetwork(supplyFailure)
        return true
    }

    /// Opening or reading has failed.
    func failForNetwork(_ failure: MediaError) {
        let error = PlayError(failure, item: input?.name ?? "")
        guard case .source(let source) = failure.code, source.isWorthRetrying else { return fail(error) }
        // Of a resumption only its end is told.
        if !state.isResuming { note([.loadingTimeout]) }
        if reconnect(after: error) { return }
        fail(error)
        failedForNetwork = canReconnect
    }
}
