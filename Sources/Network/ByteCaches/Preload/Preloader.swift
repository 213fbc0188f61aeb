package import PlayCore

package protocol Preloadable {
    /// Fetches the missing bytes of the first `amount`. Blocks; for the thread `preload`. Before each piece,
    /// `shouldContinue` receives the loaded share, 0 … 1; it blocks while playback needs the line, and returns false to
    /// stop. Returns false if stopped, or if the resource cannot be stored.
    func preload(_ amount: MediaTime, shouldContinue: (_ share: Double) -> Bool) throws(ByteSourceError) -> Bool
}

extension CachedByteSource: Preloadable {
    /// The amount is an estimate, since only reading the container would reveal its duration.
    package func preload(
        _ amount: MediaTime, shouldContinue: (_ share: Double) -> Bool
    ) throws(ByteSourceError) -> Bool {
        // A server without ranges would send everything again, so its beginning alone is useless.
        guard info == nil || canSeek else { return false }
        let end = PreloadExtent.bytes(of: amount, size: size, duration: nil)
        return try fill(0..<end) { shouldContinue(end > 0 ? min(1, Double($0) / Double(end)) : 1) }
    }
}

package final class Preloader: Sendable {
    package typealias Opener =
        @Sendable (PreloadQueue.Request, CancelToken) throws(ByteSourceError) -> any Preloadable

    private struct State {
        var queue = PreloadQueue()
        var cancel: CancelToken?
        var events: [PreloadQueue.Event] = []
        var isClosed = false
    }

    private let state: Monitor<State>
    private let thread: WorkerThread

    /// - Parameter onEvent: a wake-up: ``takeEvents()`` has news.
    package init(onEvent: @escaping @Sendable () -> Void = {}, open: @escaping Opener) {
        let state = Monitor(State())
        self.state = state
        thread = WorkerThread(name: "preload") { Self.run(state, open, onEvent) }
    }

    /// Blocks until the thread has ended. Call once.
    package func close() {
        let cancel = state.update { state in
            state.isClosed = true
            return state.cancel
        }
        cancel?.cancel()
        thread.leave()
    }

    /// - Returns: false if too many requests are waiting.
    @discardableResult
    package func load(_ address: String, amount: MediaTime) -> Bool {
        state.update { $0.queue.add(PreloadQueue.Request(address: address, amount: amount)) }
    }

    package func cancel(_ address: String) {
        let cancel = state.update { state -> CancelToken? in
            switch state.queue.cancel(address) {
            case .done(let event):
                state.events.append(event)
                return nil
            case .interrupt: return state.cancel
            case .unknown: return nil
            }
        }
        guard let cancel else { return }
        cancel.cancel()
        // The request may be waiting for the line.
        state.update { _ in }
    }

    package func setPlaying(_ playing: PreloadQueue.Playing) { state.update { $0.queue.playing = playing } }

    package func setBalanced(_ isBalanced: Bool) { state.update { $0.queue.isBalanced = isBalanced } }

    package func takeEvents() -> [PreloadQueue.Event] {
        state.withLock { state in
            defer { state.events = [] }
            return state.events
        }
    }

    // MARK: the thread

    private static func run(_ state: Monitor<State>, _ open: Opener, _ onEvent: @Sendable () -> Void) {
        while let (request, cancel) = next(state) {
            var failure: ByteSourceError?
            do throws(ByteSourceError) {
                try load(request, cancel, open, state)
            } catch {
                failure =
                    cancel.isCancelled
                    ? ByteSourceError(.cancelled, operation: "preload", context: error.context) : error
            }
            state.update { state in
                state.cancel = nil
                if let event = state.queue.finished(failure) { state.events.append(event) }
            }
            onEvent()
        }
    }

    private static func next(_ state: Monitor<State>) -> (PreloadQueue.Request, CancelToken)? {
        state.next { state in
            if state.isClosed { return .end }
            guard let request = state.queue.next() else { return .wait }
            let cancel = CancelToken()
            state.cancel = cancel
            return .work((request, cancel))
        }
    }

    private static func load(
        _ request: PreloadQueue.Request, _ cancel: CancelToken, _ open: Opener, _ state: Monitor<State>
    ) throws(ByteSourceError) {
        let source = try open(request, cancel)
        // Also pauses the active request.
        let isFilled = try source.preload(request.amount) { _ in
            state.wait { $0.isClosed || cancel.isCancelled || $0.queue.admits ? () : nil }
            return !cancel.isCancelled
        }
        guard !isFilled else { return }
        throw ByteSourceError(
            cancel.isCancelled ? .cancelled : .notPermitted, operation: "preload", context: request.address)
    }
}
