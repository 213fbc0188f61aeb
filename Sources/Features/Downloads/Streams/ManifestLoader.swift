import Addresses
import DownloadModel
import Manifests
import PlayCore
import Transport

/// Loads the manifests of one item, on the item's thread.
struct ManifestLoader {
    private static let textLimit = 32 << 20
    private static let indexLimit = 4 << 20
    private let run: FetchRun
    private let book: AddressBook

    init(_ run: FetchRun, _ book: AddressBook) {
        self.run = run
        self.book = book
    }

    struct Loaded {
        let presentation: Presentation
        let variables: VariableTable
    }

    func load() throws(FetchStop) -> Loaded { try load(.manifest) }

    func loadSound() throws(FetchStop) -> Loaded? {
        book.current.source.streamSound == nil ? nil : try load(.sound)
    }

    private func load(_ place: PieceAddress) throws(FetchStop) -> Loaded {
        let (bytes, address) = try bytes(place, nil, limit: Self.textLimit)
        return try manifest { () throws(ManifestError) in
            guard HLSPlaylist.recognizes(bytes) else {
                return Loaded(
                    presentation: try DASHManifest.parse(bytes, at: .address(address)).presentation,
                    variables: VariableTable())
            }
            switch try HLSPlaylist.parse(bytes, at: .address(address)) {
            case .multivariant(let playlist):
                return Loaded(presentation: playlist.presentation, variables: playlist.variables)
            case .media(let playlist):
                return Loaded(presentation: playlist.presentation, variables: VariableTable())
            }
        }
    }

    /// - Throws: `.live`, `.protected`, `.unreadable`.
    func list(_ rendition: Rendition, _ loaded: Loaded) throws(FetchStop) -> SegmentList {
        guard let source = rendition.sources.first else {
            throw .problem(DownloadProblem(.unreadable, detail: "the rendition is nowhere"))
        }
        let list: SegmentList
        switch source.content {
        case .list(let known): list = known
        case .playlist(let resource):
            let (bytes, address) = try bytes(.fixed(resource), nil, limit: Self.textLimit)
            let parsed = try manifest { () throws(ManifestError) in
                try HLSPlaylist.parse(bytes, at: .address(address), variables: loaded.variables)
            }
            guard case .media(let playlist) = parsed else {
                throw .problem(DownloadProblem(.unreadable, detail: "a playlist of playlists of playlists"))
            }
            if let protection = playlist.protection {
                throw .problem(DownloadProblem(.protected, detail: protection.reason))
            }
            list = playlist.list
        case .timeline(var timeline):
            for request in timeline.indexRequests {
                let (bytes, _) = try bytes(.fixed(request.resource), request.range, limit: Self.indexLimit)
                var head: [UInt8]?
                if let range = request.head {
                    head = try self.bytes(.fixed(request.resource), range, limit: Self.indexLimit).0
                }
                guard timeline.supply(bytes, head: head, for: request) else {
                    throw .problem(DownloadProblem(.unreadable, detail: "the index of segments"))
                }
            }
            list = try withVectors(manifest { [timeline] () throws(ManifestError) in try timeline.list(at: nil) })
        }
        guard list.isEnded else { throw .problem(DownloadProblem(.live)) }
        guard !list.segments.isEmpty else { throw .problem(DownloadProblem(.unreadable, detail: "no segments")) }
        return list
    }

    /// Playlists on the disk contain the initialization vectors instead of referring to them.
    private func withVectors(_ list: SegmentList) throws(FetchStop) -> SegmentList {
        var (list, known): (SegmentList, [SegmentKey: SegmentKey]) = (list, [:])
        for index in list.segments.indices {
            guard let key = list.segments[index].key, let vector = key.vector else { continue }
            if known[key] == nil {
                let (bytes, _) = try bytes(.fixed(vector), nil, limit: 64)
                guard bytes.count == 16 else {
                    throw .problem(DownloadProblem(.unreadable, detail: "an initialisation vector"))
                }
                known[key] = key.with(iv: bytes)
            }
            list.segments[index].key = known[key]
        }
        return list
    }

    private func manifest<R>(_ body: () throws(ManifestError) -> R) throws(FetchStop) -> R {
        do throws(ManifestError) { return try body() } catch {
            throw .problem(DownloadProblem(.unreadable, detail: error.reason))
        }
    }

    private func bytes(
        _ place: PieceAddress, _ range: ByteRange?, limit: Int
    ) throws(FetchStop) -> ([UInt8], Address) {
        var retrier = FetchRetrier(run, place.renewing(book), hasGained: false)
        while true {
            guard let now = place.now(book) else {
                throw .problem(DownloadProblem(.unreadable, detail: "what the manifest names is no address"))
            }
            var request = HTTPRequest(now.address)
            request.headers = now.headers
            request.priority = .probe
            if let range { request.range = ByteRange(offset: range.offset, end: range.end) }
            request.acceptsCompression = range == nil
            let exchange = run.begin(request)
            do throws(ByteSourceError) {
                let bytes = try exchange.body(limit: limit)
                if SubstitutePage.isPage(bytes) { throw ByteSourceError.page(at: now.address) }
                return (bytes, try exchange.head().address)
            } catch {
                try retrier.wait(after: error, began: exchange.began, gained: 0, generation: now.generation)
            }
        }
    }
}

/// The source has the manifests' addresses, the manifests have all others.
enum PieceAddress {
    case manifest
    case sound
    case fixed(ResourceReference)

    func now(_ book: AddressBook) -> FileAddress.Now? {
        let (source, generation) = book.current
        guard case .stream(let manifest, let headers)? = source.main else { return nil }
        switch self {
        case .manifest: return FileAddress.Now(address: manifest, headers: headers, generation: generation)
        case .sound:
            return source.streamSound.map { FileAddress.Now(address: $0, headers: headers, generation: generation) }
        case .fixed(.address(let address)):
            // Headers that may be secret go only to the manifests' own servers.
            let servers = [manifest, source.streamSound].compactMap { $0?.origin }
            let own = servers.contains(address.origin) ? headers : []
            return FileAddress.Now(address: address, headers: own, generation: generation)
        case .fixed: return nil
        }
    }

    /// References of a manifest cannot be renewed individually, so the whole stream is read again.
    func renewing(_ book: AddressBook) -> FileAddress {
        FileAddress(
            current: { preconditionFailure("asked of the piece itself") },
            renew: { generation throws(DownloadProblem) in
                try book.renew(after: generation)
                if case .fixed = self { throw DownloadProblem(.refused, number: 403, detail: StreamFetcher.expired) }
            })
    }
}
