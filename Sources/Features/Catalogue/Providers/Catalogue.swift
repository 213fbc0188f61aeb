// Catalogue: where videos come from: providers that make play info of a reference, tokens, accounts, comments,
// albums.
//
// Must not know: players, screens, how an item is opened. Servers are reached through `ServiceTransport`.
//
// Begin with: `Catalogue`, then `CatalogueProvider` and `PlayInfo`; docs/decisions/services.md.

import Localization
package import PlayCore

/// All providers, in the order in which they are asked whether an address is theirs.
package struct Catalogue: Sendable {
    package let providers: [any CatalogueProvider]
    package let tokens: TokenKeeper

    /// - Parameter providers: the most particular first: the last takes what nobody else recognises.
    package init(providers: [any CatalogueProvider], tokens: TokenKeeper) {
        self.providers = providers
        self.tokens = tokens
    }

    package func provider(for reference: String) -> (any CatalogueProvider)? {
        providers.first { $0.recognizes(reference) }
    }

    /// With the item's token, and with a new one where that is refused.
    package func playInfo(_ request: PlayRequest, cancel: CancelToken) throws(CatalogueError) -> PlayInfo {
        guard let provider = provider(for: request.reference) else { throw Self.unknown }
        return try ask(request, cancel) { request throws(CatalogueError) in
            try provider.playInfo(request, cancel: cancel)
        }
    }

    /// The same for what may be an album.
    ///
    /// - Parameter provider: nil: who recognises it.
    package func find(
        _ request: PlayRequest, with provider: (any CatalogueProvider)? = nil, cancel: CancelToken
    ) throws(CatalogueError) -> Found {
        guard let provider = provider ?? self.provider(for: request.reference) else { throw Self.unknown }
        return try ask(request, cancel) { request throws(CatalogueError) in
            try provider.find(request, cancel: cancel)
        }
    }

    /// Asks again after what was found was refused: with a new token where one can be had, else with
    /// the one that is known.
    ///
    /// - Returns: what is there now, and whether the token is a new one.
    package func renew(
        _ request: PlayRequest, with provider: any CatalogueProvider, cancel: CancelToken
    ) throws(CatalogueError) -> (found: Found, hasNewToken: Bool) {
        var request = request
        request.token = tokens.known(for: request.subject) ?? request.token
        // Without one nothing was refused for it; an address may just have ended.
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
        // A provider that needs none must not cost a run of the token command.
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
