package import Addresses
package import Catalogue
package import DownloadModel
package import Downloads
package import PlayCore
import Playlists
package import Transport

/// Finds one kind of item at an address, such as a recorded class. For worker threads; blocks.
package protocol SourceFinder: Sendable {
    func source(
        at address: Address, _ item: DownloadItem, _ cancel: CancelToken
    ) throws(DownloadProblem) -> DownloadSource?
}

/// Resolves an item before each start and after addresses expire, so that neither tokens nor addresses are stored. For
/// worker threads; blocks.
package struct CatalogueResolver: DownloadResolver {
    private let catalogue: Catalogue
    private let peerTube: PeerTubeProvider
    private let ytDlp: YtDlpProvider?
    private let addresses: AddressResolver
    private let pages: PageProbe
    private let finders: [any SourceFinder]

    /// - Parameters:
    ///   - tokens: `nil` if neither a token command nor an endpoint is configured.
    ///   - finders: asked in this order about an address that no service recognizes.
    package init(
        client: HTTPClient, manifest: ManifestProvider, peerTube: PeerTubeProvider, account: AccountCatalogue? = nil,
        ytDlp: YtDlpProvider?, tokens: (any TokenSource)?, finders: [any SourceFinder] = []
    ) {
        self.peerTube = peerTube
        self.ytDlp = ytDlp
        addresses = AddressResolver(client: client)
        pages = PageProbe(client: client)
        self.finders = finders
        let providers: [(any CatalogueProvider)?] = [
            account, manifest, peerTube, ytDlp, DirectProvider(), LocalProvider(),
        ]
        catalogue = Catalogue(providers: providers.compactMap(\.self), tokens: TokenKeeper(source: tokens))
    }

    // MARK: Before adding

    /// Sends no request. If a token is needed, its source must be configured.
    package func check(_ request: DownloadRequest) throws(DownloadProblem) {
        guard case .video(let reference, _) = request.identity else {
            throw catalogue.tokens.canRenew
                ? DownloadProblem(.unresolved, detail: "no configured service has recordings of classes")
                : DownloadProblem(.noTokenSource)
        }
        if let scheme = Self.foreignScheme(of: reference),
            catalogue.provider(for: reference).map(Self.isService) != true
        {
            throw DownloadProblem(.scheme, detail: scheme)
        }
        guard let provider = catalogue.provider(for: reference), !(provider is LocalProvider) else {
            guard reference.contains("/") || reference.contains(".") || reference == "-" else {
                // A number may be a service's ID of a video.
                guard reference.contains(where: \.isNumber) else { throw DownloadProblem(.notAnAddress) }
                throw catalogue.tokens.canRenew
                    ? DownloadProblem(.unresolved, detail: "no configured service knows this ID")
                    : DownloadProblem(.noTokenSource)
            }
            throw DownloadProblem(.notAnAddress)
        }
        if DirectProvider.wantsToken(reference), !catalogue.tokens.canRenew { throw DownloadProblem(.noTokenSource) }
        guard provider is DirectProvider, Address(reference)?.isFetched != true else { return }
        throw DownloadProblem(.notAnAddress)
    }

    /// Refuses what a service resolves to other addresses: only its list would be loaded.
    package func checkAhead(_ request: DownloadRequest) throws(DownloadProblem) {
        guard case .video(let reference, _) = request.identity else { throw DownloadProblem(.notAnAddress) }
        let isHeld = catalogue.provider(for: reference).map(Self.isService) == true
        guard !isHeld, !DirectProvider.wantsToken(reference) else {
            throw DownloadProblem(.notCacheable, detail: CredentialKind.vidAuth.refusal(of: .preloading) ?? "")
        }
        if let scheme = Self.foreignScheme(of: reference) { throw DownloadProblem(.scheme, detail: scheme) }
        guard Address(reference)?.isHTTP == true else { throw DownloadProblem(.notAnAddress) }
    }

    private static func isService(_ provider: any CatalogueProvider) -> Bool {
        !(provider is DirectProvider || provider is LocalProvider)
    }

    /// Includes schemes without slashes.
    private static func foreignScheme(of reference: String) -> String? {
        let word = reference.prefix { $0 != ":" }.lowercased()
        let scheme = AddressText.scheme(of: reference) ?? (["magnet", "data", "mailto"].contains(word) ? word : nil)
        return scheme.flatMap { ["http", "https", "ftp", "ftps", "sftp"].contains($0) ? nil : $0 }
    }

    // MARK: Before each start

    package func resolve(
        _ item: DownloadItem, cancel: CancelToken, tell: @escaping @Sendable (RetryNote?) -> Void
    ) throws(DownloadProblem) -> DownloadSource {
        guard case .video(let reference, _) = item.identity else {
            throw DownloadProblem(.unresolved, detail: "no configured service has recordings of classes")
        }
        if let provider = try provider(of: reference, cancel) {
            return try source(item, reference, provider, cancel)
        }
        if let address = Address(reference), address.isHTTP {
            for finder in finders { if let source = try finder.source(at: address, item, cancel) { return source } }
            if let ytDlp, pages.isPage(address, cancel) { return try source(item, reference, ytDlp, cancel) }
        }
        return try addresses.resolve(item, cancel: cancel, tell: tell)
    }

    private func source(
        _ item: DownloadItem, _ reference: String, _ provider: any CatalogueProvider, _ cancel: CancelToken
    ) throws(DownloadProblem) -> DownloadSource {
        try PlayInfoSource(item.wishes).source(of: try info(item, reference, provider, cancel))
    }

    private func provider(
        of reference: String, _ cancel: CancelToken
    ) throws(DownloadProblem) -> (any CatalogueProvider)? {
        guard let provider = catalogue.provider(for: reference) else {
            throw DownloadProblem(.unresolved, detail: "unsupported address")
        }
        guard provider is DirectProvider, !DirectProvider.wantsToken(reference) else { return provider }
        if PeerTubeProvider.mayRecognize(reference), peerTube.isServer(of: reference, cancel: cancel) {
            return peerTube
        }
        return nil
    }

    private func info(
        _ item: DownloadItem, _ reference: String, _ provider: any CatalogueProvider, _ cancel: CancelToken
    ) throws(DownloadProblem) -> PlayInfo {
        var request = PlayRequest(reference)
        request.accessKey = item.accessKey.flatMap { Token($0) }
        request.clippedVersion = item.identity.version == -1 ? nil : item.identity.version
        do throws(CatalogueError) {
            switch try catalogue.find(request, with: provider, cancel: cancel) {
            case .album(let album):
                if album.items.count == 1, let info = album.items[0].info { return info }
                throw CatalogueError(.unsupported(Self.choice(album)))
            case .video(let info):
                guard info.parts.isEmpty else { throw CatalogueError(.unsupported(Self.choice(info.parts))) }
                try info.credentialKind?.require(.downloading)
                return info
            }
        } catch {
            throw DownloadProblem(error, canRenew: catalogue.tokens.canRenew)
        }
    }
}

extension CatalogueResolver {
    private static let mostNames = 3

    private static func choice(_ album: AlbumList) -> String {
        "this is a list of videos; choose one of them: " + names(album.items.map(\.reference))
    }

    private static func choice(_ parts: [PlayInfo]) -> String {
        "this video has \(parts.count) parts; download them one by one: " + names(parts.map(\.videoID))
    }

    private static func names(_ references: [String]) -> String {
        references.prefix(mostNames).joined(separator: " ") + (references.count > mostNames ? " …" : "")
    }
}

extension DownloadProblem {
    init(_ error: CatalogueError, canRenew: Bool) {
        switch error.cause {
        case .cancelled: self.init(.notPossible, detail: "cancelled")
        case .network: self.init(.network, detail: error.reason)
        case .status(let status): self.init(.refused, number: Int64(status), detail: error.reason)
        // A download may outlast a token, so it must be renewable.
        case .tokenRefused where !canRenew: self.init(.noTokenSource)
        case .protected: self.init(.protected, detail: error.reason)
        case .malformed: self.init(.unreadable, detail: error.reason)
        default: self.init(.unresolved, detail: error.reason)
        }
    }
}
