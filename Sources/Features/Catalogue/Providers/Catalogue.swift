// Catalogue: the sources of videos, with providers of play info, tokens, accounts, comments and albums.
//
// Must not know: players, screens, how an item is opened. It reaches servers through `ServiceTransport`.
//
// Begin with: `Catalogue`, then `CatalogueProvider` and `PlayInfo`; docs/decisions/services.md.

package import PlayCore

package struct Catalogue: Sendable {
    package let providers: [any CatalogueProvider]
    package let tokens: TokenKeeper

    /// - Parameter providers: the most specific first. The last one gets references that no other recognizes.
    package init(providers: [any CatalogueProvider], tokens: TokenKeeper) {
        self.providers = providers
        self.tokens = tokens
    }

    package func provider(for reference: String) -> (any CatalogueProvider)? {
        providers.first { $0.recognizes(reference) }
    }

    /// Uses the item's token, or a new one after a refusal.
    package func playInfo(_ request: PlayRequest, cancel: CancelToken) throws(CatalogueError) -> PlayInfo {
        guard let provider = provider(for: request.reference) else { throw Self.unknown }
        return try ask(request, cancel) { request throws(CatalogueError) in
            try provider.playInfo(request, cancel: cancel)
        }
    }

    /// Uses tokens as ``playInfo(_:cancel:)`` does.
    package func find(
        _ request: PlayRequest, with provider: (any CatalogueProvider)? = nil, cancel: CancelToken
    ) throws(CatalogueError) -> Found {
        guard let provider = provider ?? self.provider(for: request.reference) else { throw Self.unknown }
        return try ask(request, cancel) { request throws(CatalogueError) in
            try provider.find(request, cancel: cancel)
        }
    }

    /// Called after a refusal. Uses a new token if possible, else the known one.
    package func renew(
        _ request: PlayRequest, with provider: any CatalogueProvider, cancel: CancelToken
    ) throws(CatalogueError) -> (found: Found, hasNewToken: Bool) {
        var request = request
        request.token = tokens.known(for: request.subject) ?? request.token
        // Without a token, the refusal has another cause: the address may have expired.
        guard let stale = request.token, tokens.canRenew else {
            return (try find(request, with: provider, cancel: cancel), false)
        }
        request.token = try tokens.renewed(stale, for: request.subject, cancel: cancel)
        return (try provider.find(request, cancel: cancel), true)
    }

    private static let unknown = CatalogueError(.unsupported(tr("unsupported address")))

    private func ask<Value>(
        _ request: PlayRequest, _ cancel: CancelToken, _ body: (PlayRequest) throws(CatalogueError) -> Value
    ) throws(CatalogueError) -> Value {
        let subject = request.subject
        if let token = request.token, tokens.known(for: subject) == nil { tokens.give(token, for: subject) }
        // The token command runs only if the provider needs a token.
        var first = request
        first.token = tokens.known(for: subject) ?? request.token
        do throws(CatalogueError) {
            return try body(first)
        } catch {
            guard error.wantsNewToken else { throw error }
            var second = request
            second.token =
                tokens.canRenew ? try tokens.renewed(first.token, for: subject, cancel: cancel) : first.token
            return try body(second)
        }
    }
}
