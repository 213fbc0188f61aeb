package import PlayCore

/// Stores each item's token, and obtains a new one when the service refuses it. If several threads find the same token
/// refused, one requests a new one and the others wait for it. Any thread; requests may block.
package final class TokenKeeper: Sendable {
    private struct Item {
        var token: Token?
        var isAsking = false
        var failure: CatalogueError?
        /// Rises with each answer.
        var answers = 0
    }

    private let source: (any TokenSource)?
    private let log: Log
    private let items = Monitor<[TokenSubject: Item]>([:])

    /// - Parameter source: `nil` to use only tokens passed to ``give(_:for:)``.
    package init(source: (any TokenSource)?, log: Log = .shared) {
        self.source = source
        self.log = log
    }

    package var canRenew: Bool { source != nil }

    /// Stores a token from the command line, a list's entry or the viewer.
    package func give(_ token: Token, for subject: TokenSubject) {
        items.update { $0[subject, default: Item()].token = token }
    }

    package func known(for subject: TokenSubject) -> Token? { items.withLock { $0[subject]?.token } }

    /// Returns `nil` if no token is known and the source has none.
    package func token(for subject: TokenSubject, cancel: CancelToken) throws(CatalogueError) -> Token? {
        if let known = known(for: subject) { return known }
        guard source != nil else { return nil }
        return try renewed(nil, for: subject, cancel: cancel)
    }

    /// Repeats `body` with a new token if the service refuses the first. Without a source, uses the same token.
    ///
    /// - Throws: the second attempt's error, or `.noToken` or `.tokenRefused` without a new token (1010).
    package func attempt<Value>(
        _ subject: TokenSubject, cancel: CancelToken, _ body: (Token?) throws(CatalogueError) -> Value
    ) throws(CatalogueError) -> (value: Value, wasRenewed: Bool) {
        let first = try token(for: subject, cancel: cancel)
        do throws(CatalogueError) {
            return (try body(first), false)
        } catch {
            guard error.wantsNewToken else { throw error }
            guard source != nil else { return (try body(first), false) }
            let second = try renewed(first, for: subject, cancel: cancel)
            return (try body(second), true)
        }
    }

    package func renewed(
        _ stale: Token?, for subject: TokenSubject, cancel: CancelToken
    ) throws(CatalogueError) -> Token {
        guard let source else { throw CatalogueError(.tokenRefused) }
        let items = items
        let registration = cancel.onCancel { items.update { _ in } }
        defer { withExtendedLifetime(registration) {} }
        enum Turn {
            case known(Token)
            case mine
            case failed(CatalogueError)
        }
        let before = items.withLock { $0[subject]?.answers ?? 0 }
        let turn: Turn? = items.wait { items in
            if cancel.isCancelled { return .failed(CatalogueError(.cancelled)) }
            var item = items[subject] ?? Item()
            if let token = item.token, token != stale { return .known(token) }
            if item.isAsking { return nil }
            // Another thread's request failed meanwhile. A cancelled request does not count.
            if item.answers != before, let failure = item.failure { return .failed(failure) }
            item.isAsking = true
            items[subject] = item
            return .mine
        }
        switch turn {
        case .known(let token): return token
        case .failed(let error): throw error
        case .mine, nil: return try ask(source, subject, cancel)
        }
    }

    private func ask(
        _ source: any TokenSource, _ subject: TokenSubject, _ cancel: CancelToken
    ) throws(CatalogueError) -> Token {
        let result: Result<Token, CatalogueError>
        do throws(CatalogueError) {
            result = .success(try source.token(for: subject, cancel: cancel))
        } catch {
            result = .failure(error)
        }
        items.update { items in
            var item = items[subject] ?? Item()
            item.isAsking = false
            switch result {
            case .success(let token):
                item.token = token
                item.failure = nil
                item.answers += 1
            case .failure(let error) where error.cause != .cancelled:
                item.failure = error
                item.answers += 1
            case .failure: break
            }
            items[subject] = item
        }
        if case .success = result { log.write(.info, "catalogue", "token renewed") }
        return try result.get()
    }
}
