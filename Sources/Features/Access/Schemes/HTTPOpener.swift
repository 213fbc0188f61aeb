import ByteCaches
import Downloads
import Media
import MediaSources
import PlayCore
import Playlists
import Streaming
import Transport

/// Opens addresses: from the server, through the disk cache, or from a partial download. Refuses schemes other than
/// those of HTTP, and of file servers if the viewer named the address.
final class HTTPOpener: Opener {
    private let network: NetworkClient
    private let cache: DiskCache
    private let downloaded: DownloadedFiles
    private let streams: StreamSettings
    /// The partial files, by the address at which they play.
    private let partials = Monitor<[String: PartialFile]>([:])

    init(_ network: NetworkClient, _ cache: DiskCache, _ downloaded: DownloadedFiles, _ streams: StreamSettings) {
        self.network = network
        self.cache = cache
        self.downloaded = downloaded
        self.streams = streams
    }

    func opens(_ location: String) -> Bool { AddressText.isAddress(location) }

    /// Plays the address from its partial download, as far as the disk has it.
    func setPartial(_ partial: PartialFile, of location: String) {
        partials.withLock { $0[EntryAddress.plain(location)] = partial }
    }

    func bytes(_ open: OpenRequest, _ access: SourceAccess) throws(ByteSourceError) -> any ByteSource {
        var request = try network.request(open.location, headers: open.headers, isFromViewer: open.isFromViewer)
        if !open.isTrusted { request.trustedOrigin = "" }
        let client = try network.client(for: open.location, open.cookies)
        if let partial = partials.withLock({ $0[open.location] }) {
            let server = HTTPUpstream(
                request, client: client, cancel: open.cancel, retries: open.retries, isFile: true)
            return PartialHTTPSource(partial, downloaded, server: server, cancel: open.cancel) { [self] in
                partials.withLock { $0[open.location] = nil }
            }
        }
        guard open.isKept, let disk = cache.open() else {
            return HTTPByteSource(
                request, client: client, cancel: open.cancel, from: open.start, retries: open.retries)
        }
        let ahead = cache.holdsAhead ? streams.environment(isKept: true, open.headers, open.cookies) : nil
        return CachedHTTPSource(
            request, client: client, cache: disk, cancel: open.cancel, retries: open.retries, ahead: ahead)
    }

    func media(_ request: OpenRequest, _ access: SourceAccess) throws(MediaError) -> OpenedMedia {
        var request = request
        request.headers = network.headers(adding: request.headers, for: request.location)
        let source = try MediaError.ofSource { () throws(ByteSourceError) in try bytes(request, access) }
        switch source {
        case let source as HTTPByteSource: return lookedInto(source, request)
        case let source as CachedHTTPSource: return lookedInto(source, request)
        case let source as PartialHTTPSource:
            return .unknown(source) { () throws(MediaError) in
                // The download of a page's video does not have the page's own address.
                try request.page(of: source.contentType) ?? .bytes(source)
            }
        default: return .bytes(source)
        }
    }

    private func lookedInto(_ source: HTTPByteSource, _ request: OpenRequest) -> OpenedMedia {
        let opener = streams.opener(
            isKept: request.isKept, request.headers, isTrusted: request.isTrusted, cookies: request.cookies)
        return .unknown(source) { () throws(MediaError) in
            try request.orRefusedPage(of: source) { () throws(MediaError) in
                let media = try opener.open(source, cancel: request.cancel)
                guard case .bytes = media else { return media }
                if let list = try request.list(in: source) { return list }
                return try request.page(of: source.contentType) ?? media
            }
        }
    }

    private func lookedInto(_ source: CachedHTTPSource, _ request: OpenRequest) -> OpenedMedia {
        let opener = streams.opener(
            isKept: request.isKept, request.headers, isTrusted: request.isTrusted, cookies: request.cookies)
        return .unknown(source) { () throws(MediaError) in
            // A known stream can start without its server.
            if let stream = try opener.openKept(source.address, cancel: request.cancel) { return stream }
            return try request.orRefusedPage(of: source.server) { () throws(MediaError) in
                if try source.isManifest {
                    // Continues with the response that has begun.
                    let media = try opener.open(source.server, cancel: request.cancel)
                    guard case .bytes = media else { return media }
                }
                if let list = try request.list(in: source) { return list }
                return try request.page(of: source.contentType) ?? .bytes(source)
            }
        }
    }

    func description(_ open: OpenRequest) throws(MediaError) -> StreamDescription? {
        let headers = network.headers(adding: open.headers, for: open.location)
        let source = try MediaError.ofSource { () throws(ByteSourceError) in
            HTTPByteSource(
                try network.request(open.location, headers: headers, isFromViewer: open.isFromViewer),
                client: try network.client(for: open.location, open.cookies),
                cancel: open.cancel, retries: open.retries)
        }
        return try streams.opener(isKept: false, headers, cookies: open.cookies)
            .description(of: source, cancel: open.cancel)
    }

    /// Requires a cache.
    func preload(_ location: String, cancel: CancelToken) throws(ByteSourceError) -> any Preloadable {
        var request = try network.request(location, headers: [])
        request.priority = .preload
        let cookies = CookieJar()
        guard let disk = cache.open() else {
            throw ByteSourceError(.notPermitted, operation: "preload", context: AddressText.shown(location))
        }
        let source = CachedHTTPSource(
            request, client: try network.client(for: location, cookies), cache: disk, cancel: cancel)
        guard try StreamOpener.looksLikeManifest(source) else { return source }
        return StreamPreload(
            source.server, streams.opener(isKept: true, request.headers, isPreload: true, cookies: cookies),
            cancel: cancel)
    }
}

extension ByteSource {
    var isManifest: Bool {
        get throws(MediaError) {
            try MediaError.ofSource { () throws(ByteSourceError) in try StreamOpener.looksLikeManifest(self) }
        }
    }
}

extension OpenRequest {
    /// Returns `nil` if the source is no list, or the request has no opener for lists.
    fileprivate func list(in source: any ByteSource) throws(MediaError) -> OpenedMedia? {
        guard let list else { return nil }
        let name = AddressText.withoutQuery(location)
        let text = try MediaError.ofSource { () throws(ByteSourceError) -> [UInt8]? in
            let head = try StreamOpener.beginning(of: source, upTo: 4096)
            switch PlaylistFormat.of(head, named: name, isList: false) {
            case .m3u, .pls, .xspf, .rss, .cue: break
            case .plain, .hls, .unsupported, nil: return nil
            }
            return try StreamOpener.beginning(of: source, upTo: PlaylistLimits().bytes)
        }
        guard let text else { return nil }
        return try list(text)
    }

    /// Tries the page's opener if `body` fails because the server refuses with a page, as some do for programs only.
    ///
    /// - Throws: the server's error, if the opener fails, too.
    fileprivate func orRefusedPage(
        of source: @autoclosure () -> HTTPByteSource, _ body: () throws(MediaError) -> OpenedMedia
    ) throws(MediaError) -> OpenedMedia {
        do throws(MediaError) {
            return try body()
        } catch {
            guard let page, case .source(let failure) = error.code, case .httpStatus(let status) = failure.code,
                [401, 403, 429].contains(status) || status >= 500,
                page.recognizes(source().refusalContentType), !MediaName.isMedia(AddressText.withoutQuery(location)),
                PlaylistFormat.named(AddressText.withoutQuery(location)) == nil
            else { throw error }
            do throws(MediaError) {
                return try page.open(cancel)
            } catch {
                Log.shared.write(.info, "ytdl", "\(error)")
            }
            throw error
        }
    }

    /// Returns `nil` if the source is no page, or the request has no opener for pages.
    fileprivate func page(of contentType: String?) throws(MediaError) -> OpenedMedia? {
        guard let page, page.recognizes(contentType) else { return nil }
        return try page.open(cancel)
    }
}
