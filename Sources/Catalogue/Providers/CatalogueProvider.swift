package import PlayCore

/// Turns what a user names into what can be played. Calls block; a worker's thread. What they need of a service goes
/// through a ``ServiceTransport``.
package protocol CatalogueProvider: Sendable {
    /// Whether it is this provider's, by its looks alone: nothing is asked.
    func recognizes(_ reference: String) -> Bool
    func playInfo(_ request: PlayRequest, cancel: CancelToken) throws(CatalogueError) -> PlayInfo
    /// CAT-08; `.unsupported` where there are none.
    func album(_ reference: String, token: Token?, cancel: CancelToken) throws(CatalogueError) -> AlbumList
    /// Nil: it has no comments.
    var comments: (any CommentService)? { get }
}

extension CatalogueProvider {
    package func album(_ reference: String, token: Token?, cancel: CancelToken) throws(CatalogueError) -> AlbumList {
        throw CatalogueError(.unsupported("this is no album"), context: "album")
    }

    package var comments: (any CommentService)? { nil }

    /// CAT-01.
    package func marks(
        _ request: PlayRequest, cancel: CancelToken
    ) throws(CatalogueError) -> CuePointCollection {
        try playInfo(request, cancel: cancel).marks
    }
}

/// All providers, in the order in which they are asked whether an address is theirs.
package struct Catalogue: Sendable {
    package let providers: [any CatalogueProvider]
    /// CFG-05.
    package let tokens: TokenKeeper

    /// - Parameter providers: the most particular first: the last takes what nobody else recognises.
    package init(providers: [any CatalogueProvider], tokens: TokenKeeper) {
        self.providers = providers
        self.tokens = tokens
    }

    package func provider(for reference: String) -> (any CatalogueProvider)? {
        providers.first { $0.recognizes(reference) }
    }

    /// PLAY-04, PLAY-05, CFG-05: with the item's token, and with a new one where that is refused.
    package func playInfo(_ request: PlayRequest, cancel: CancelToken) throws(CatalogueError) -> PlayInfo {
        guard let provider = provider(for: request.reference) else {
            throw CatalogueError(.unsupported("nothing here can open this"))
        }
        let subject = TokenSubject.video(id: request.reference)
        if let token = request.token { tokens.give(token, for: subject) }
        // A provider that needs none must not cost a run of the token command.
        var first = request
        first.token = request.token ?? tokens.known(for: subject)
        do throws(CatalogueError) {
            return try provider.playInfo(first, cancel: cancel)
        } catch {
            guard error.wantsNewToken else { throw error }
            var second = request
            second.token =
                tokens.canRenew
                ? try tokens.renewed(first.token, for: subject, cancel: cancel) : first.token
            return try provider.playInfo(second, cancel: cancel)
        }
    }
}
