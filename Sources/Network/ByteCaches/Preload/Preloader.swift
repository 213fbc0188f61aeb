package import PlayCore

/// Something that can be loaded into the cache ahead of its time.
package protocol Preloadable {
    /// Loads what is not there of the first `amount` of it. On the thread `preload`; waits.
    ///
    /// - Parameter shouldContinue: is called before each piece, with the share of the amount that is there, 0 … 1; waits
    ///   while what plays needs the line. False: it is not wanted any more.
    /// - Returns: false: it was ended, or nothing of this resource can be kept.
    func preload(_ amount: MediaTime, shouldContinue: (_ share: Double) -> Bool) throws(ByteSourceError) -> Bool
}

extension CachedByteSource: Preloadable {
    /// What a container says of its duration is not known without reading it: the amount is an estimate.
    package func preload(
        _ amount: MediaTime, shouldContinue: (_ share: Double) -> Bool
    ) throws(ByteSourceError) -> Bool {
        // Of a server without ranges the beginning alone is of no use: it sends all of it again.
        guard info == nil || canSeek else { return false }
        let end = PreloadExtent.bytes(of: amount, size: size, duration: nil)
        return try fill(0..<end) { shouldContinue(end > 0 ? min(1, Double($0) / Double(end)) : 1) }
    }
}

/// Loads resources into the cache ahead of their time, on a thread of its own. Any thread.
package final class Preloader: Sendable {
    /// Opens a resource for loading. On the thread `preload`; ended by the token.
    package typealias Opener =
        @Sendable (PreloadQueue.Request, CancelToken) throws(ByteSourceError) -> any Preloadable

    private struct State {
        var queue = PreloadQueue()
        /// Of the request under way.
        var cancel: CancelToken?
        var events: [PreloadQueue.Event] = []
        var isClosed = false
    }

    private let state: Monitor<State>
    private let thread: WorkerThread

    /// - Parameter onEvent: called when ``takeEvents()`` has something new (a wake-up).
    package init(onEvent: @escaping @Sendable () -> Void = {}, open: @escaping Opener) {
        let state = Monitor(State())
        self.state = state
        thread = WorkerThread(name: "preload") { Self.run(state, open, onEvent) }
    }

    /// Ends what is under way and the thread. Call once.
    package func close() {
        let cancel = state.update { state in
            state.isClosed = true
            return state.cancel
        }
        cancel?.cancel()
        thread.leave()
    }

    /// - Returns: false when too many wait already.
    @discardableResult
    package func load(_ address: String, amount: MediaTime) -> Bool {
        state.update { $0.queue.add(PreloadQueue.Request(address: address, amount: amount)) }
    }

    /// Its event says when that is done.
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
        // It may be waiting for the line.
        state.update { _ in }
    }

    /// Tells what plays.
    package func setPlaying(_ playing: PreloadQueue.Playing) { state.update { $0.queue.playing = playing } }

    /// False: requests begin whatever the buffer holds.
    package func setBalanced(_ isBalanced: Bool) { state.update { $0.queue.isBalanced = isBalanced } }

    /// What became of requests since the last call.
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

    /// Waits for a request that may begin; nil at the end.
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
        // What has begun pauses, too.
        let isFilled = try source.preload(request.amount) { _ in
            state.wait { $0.isClosed || cancel.isCancelled || $0.queue.admits ? () : nil }
            return !cancel.isCancelled
        }
        guard !isFilled else { return }
        throw ByteSourceError(
            cancel.isCancelled ? .cancelled : .notPermitted, operation: "preload", context: request.address)
    }
}
