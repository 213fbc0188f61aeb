package import PlayCore

/// A request on its own thread. Any thread.
package final class CatalogueCall<Value: Sendable>: Sendable {
    package typealias Outcome = Result<Value, CatalogueError>
    private let state: Monitor<Outcome?>
    private let token: CancelToken
    private let thread: WorkerThread

    /// - Parameters:
    ///   - wake: called once, on the call's thread, after the outcome is available.
    ///   - body: may block, but must end soon after its token is cancelled.
    package init(
        wake: @escaping @Sendable () -> Void = {},
        _ body: @escaping @Sendable (CancelToken) throws(CatalogueError) -> Value
    ) {
        let (state, token) = (Monitor<Outcome?>(nil), CancelToken())
        self.state = state
        self.token = token
        thread = WorkerThread(name: "catalogue") {
            let outcome: Outcome
            do throws(CatalogueError) { outcome = .success(try body(token)) } catch { outcome = .failure(error) }
            state.update { $0 = $0 ?? outcome }
            wake()
        }
    }

    deinit {
        token.cancel()
        thread.detach()
    }

    /// Sets the outcome to `.cancelled`, unless it is already available.
    package func cancel() {
        state.update { $0 = $0 ?? .failure(CatalogueError(.cancelled)) }
        token.cancel()
    }

    /// `nil` while the call is running.
    package var outcome: Outcome? { state.withLock { $0 } }

    package func wait() throws(CatalogueError) -> Value {
        let outcome = state.wait { $0 } ?? .failure(CatalogueError(.cancelled))
        return try outcome.get()
    }
}
