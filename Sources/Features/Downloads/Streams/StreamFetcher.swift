import Addresses
import DownloadModel
import Manifests
import PlayCore
import Transport

/// Fetches HLS and DASH into a folder of segments and rewritten playlists. Blocks the item's thread while lanes fetch.
/// Resumes by segment: a segment gets its name only once it is complete on the disk. Encrypted segments (AES-128) stay
/// encrypted, with their key beside them in a file of mode 0600, so that any player can play them. In an encrypted
/// download each piece is a sealed file, including keys and subtitles. Playlists are plain, and contain only lengths
/// and local names. The manifest is read again at each start and after its addresses expire. Existing segments are kept
/// as long as it describes the same ones (``LocalPlaylist/fingerprint(_:)``).
final class StreamFetcher: Sendable {
    static let indexName = "index.m3u8"
    /// The detail of a lane's problem after addresses were renewed. The stream is then read again.
    static let expired = "the addresses of the stream have expired"
    private static let readings = 4
    private static let plan = "stream.plan"

    private let folder: String
    private let state: String
    private let wishes: DownloadWishes
    private let key: SecureKey?
    private let book: AddressBook
    private let run: FetchRun

    init(
        folder: String, state: String, wishes: DownloadWishes, key: SecureKey?, _ book: AddressBook, _ run: FetchRun
    ) {
        self.folder = folder
        self.state = state
        self.wishes = wishes
        self.key = key
        self.book = book
        self.run = run
    }

    struct Finished: Sendable {
        let definition: DefinitionInfo
        let size: Int64
    }

    /// Decides as far as the manifest declares the contents.
    static func ending(
        of book: AddressBook, _ wishes: DownloadWishes, hasTexts: Bool, _ run: FetchRun
    ) throws(FetchStop) -> String {
        let loaded = try ManifestLoader(run, book).load()
        guard loaded.presentation.isLive != true else { throw .problem(DownloadProblem(.live)) }
        let told = book.current.source.definition
        let choice = try disk { () throws(DownloadProblem) in
            try StreamChoice(loaded.presentation, wishes, told: told)
        }
        let renditions = choice.renditions.map { loaded.presentation.renditions[$0] }
        return JoinedName.ending(
            codecs: renditions.filter { $0.kind != .text }.flatMap(\.codecs),
            hasTexts: hasTexts || renditions.contains { $0.kind == .text }, isSound: renditions.first?.kind == .audio)
    }

    /// Returns once the index and all its files are complete.
    func fetch() throws(FetchStop) -> Finished {
        var stop = FetchStop.cancelled
        for _ in 0..<Self.readings {
            do throws(FetchStop) {
                return try reading()
            } catch .problem(let problem) where problem.detail == Self.expired {
                stop = .problem(problem)
            } catch .changed {
                stop = .problem(DownloadProblem(.keepsChanging))
            }
        }
        throw stop
    }

    private func reading() throws(FetchStop) -> Finished {
        let loader = ManifestLoader(run, book)
        let loaded = try loader.load()
        guard loaded.presentation.isLive != true else { throw .problem(DownloadProblem(.live)) }
        let told = book.current.source.definition
        let choice = try disk { () throws(DownloadProblem) in
            try StreamChoice(loaded.presentation, wishes, told: told)
        }
        var tracks: [StreamTrack] = []
        var pieces: [StreamPiece] = []
        for (place, index) in choice.renditions.enumerated() {
            let rendition = loaded.presentation.renditions[index]
            let name = place == 0 ? "main" : "\(rendition.kind == .text ? "text" : "audio")-\(place)"
            let (track, parts) = LocalPlaylist.track(rendition, try loader.list(rendition, loaded), name: name)
            tracks.append(track)
            pieces += parts
        }
        if let (track, parts) = try sound(loader) {
            tracks.append(track)
            pieces += parts
        }
        if let chapters = loaded.presentation.chapters {
            pieces.append(
                StreamPiece(
                    resource: chapters, range: nil, file: LocalPlaylist.chaptersName, isKey: false, isOptional: true))
        }
        try disk { () throws(DownloadProblem) in try begin(tracks) }
        try fetch(pieces)
        run.progress.update { $0.phase = .processing }
        defer { run.progress.update { $0.phase = .transfer } }
        let hasChapters = Disk.exists("\(folder)/\(LocalPlaylist.chaptersName)")
        try disk { () throws(DownloadProblem) in try write(tracks, hasChapters: hasChapters) }
        return Finished(definition: choice.definition, size: run.progress.read { $0.finished })
    }

    /// Returns the separate sound of a stream whose manifest has none.
    private func sound(_ loader: ManifestLoader) throws(FetchStop) -> (StreamTrack, [StreamPiece])? {
        guard let loaded = try loader.loadSound() else { return nil }
        guard loaded.presentation.isLive != true else { throw .problem(DownloadProblem(.live)) }
        let index = try disk { () throws(DownloadProblem) in
            try StreamChoice.sound(loaded.presentation, wishes)
        }
        let found = loaded.presentation.renditions[index]
        var rendition = Rendition(id: "sound", kind: .audio)
        (rendition.codecs, rendition.bandwidth) = (found.codecs, found.bandwidth)
        (rendition.language, rendition.name, rendition.channels) = (found.language, found.name, found.channels)
        return LocalPlaylist.track(rendition, try loader.list(found, loaded), name: "audio-sound")
    }

    /// Removes the pieces of another version.
    private func begin(_ tracks: [StreamTrack]) throws(DownloadProblem) {
        let fingerprint = Array(LocalPlaylist.fingerprint(tracks).utf8)
        let path = state + "/" + Self.plan
        for track in tracks { try Disk.makeFolders("\(folder)/\(track.name)") }
        if let known = try Disk.contents(path), known != fingerprint {
            Log.shared.write(.info, "downloads", "another version of the stream: \(folder) begins anew")
            for track in tracks { Log.shared.write(FolderRemoval.empty("\(folder)/\(track.name)"), "downloads") }
        }
        try Disk.makeFolders(state, mode: 0o700)
        try Disk.write(fingerprint, to: path)
    }

    private func write(_ tracks: [StreamTrack], hasChapters: Bool) throws(DownloadProblem) {
        for track in tracks {
            try Disk.synchronizeFolder("\(folder)/\(track.name)")
            try Disk.write(
                Array(LocalPlaylist.media(track).utf8), to: "\(folder)/\(track.playlistName)", mode: 0o666)
        }
        // The index is written last, so that its existence means that all is complete.
        let index = LocalPlaylist.index(tracks, hasChapters: hasChapters)
        try Disk.write(Array(index.utf8), to: "\(folder)/\(Self.indexName)", mode: 0o666)
        try Disk.synchronizeFolder(folder)
    }

    /// Removes only files and folders of streams.
    static func removePieces(_ folder: String) {
        Disk.remove("\(folder)/\(LocalPlaylist.chaptersName)")
        for name in FolderWalk.names(in: folder, for: "downloads") {
            guard let kind = name.split(whereSeparator: { $0 == "-" || $0 == "." }).first,
                ["main", "audio", "text"].contains(kind)
            else { continue }
            if name.hasSuffix(".m3u8") {
                Disk.remove("\(folder)/\(name)")
            } else {
                Log.shared.write(FolderRemoval.remove("\(folder)/\(name)", depth: 2), "downloads")
            }
        }
    }

    // MARK: Segments

    private struct Work {
        var pieces: [StreamPiece]
        var stop: FetchStop?
        var workers = 0
    }

    private func fetch(_ pieces: [StreamPiece]) throws(FetchStop) {
        var missing: [StreamPiece] = []
        var there: Int64 = 0
        for piece in pieces {
            if let size = Disk.size("\(folder)/\(piece.file)") { there += size } else { missing.append(piece) }
        }
        let found = pieces.count - missing.count
        if let key, let piece = pieces.first(where: { Disk.exists("\(folder)/\($0.file)") }) {
            try disk { () throws(DownloadProblem) in try Self.check(key, "\(folder)/\(piece.file)") }
        }
        run.progress.update { progress in
            progress.finished = there
            progress.pieces = (found, pieces.count)
            let sizes = pieces.map { $0.range?.length }
            progress.total = sizes.contains(nil) ? nil : sizes.reduce(0) { $0 + ($1 ?? 0) }
        }
        // Checked in advance only if all sizes are known. Otherwise the disk reports when it is full.
        if let total = run.progress.read({ $0.total }), let free = Disk.freeBytes(at: folder), total - there > free {
            throw .problem(DownloadProblem(.noSpace, number: total - there - free))
        }
        let work = Monitor(Work(pieces: missing))
        let count = min(run.progress.laneLimit, missing.count)
        work.withLock { $0.workers = count }
        for _ in 0..<count { WorkerThread(name: "dl-stream") { [self] in lane(work) }.detach() }
        _ = work.wait { $0.workers == 0 ? true : nil }
        if let stop = work.withLock({ $0.stop }) { throw stop }
        if run.cancel.isCancelled { throw .cancelled }
    }

    /// Checks one piece, since all have the same key.
    private static func check(_ key: SecureKey, _ path: String) throws(DownloadProblem) {
        _ = try Sealer(key, header: try SealedHeader(reading: try DiskFile(path, mode: .read)))
    }

    private func lane(_ work: Monitor<Work>) {
        run.progress.update { $0.connections += 1 }
        defer { run.progress.update { $0.connections -= 1 } }
        while let piece = work.withLock({ $0.stop == nil && !$0.pieces.isEmpty ? $0.pieces.removeFirst() : nil }) {
            do throws(FetchStop) {
                let size = try PieceFetcher(folder: folder, key: key, book, run).fetch(piece)
                run.progress.update { progress in
                    progress.finished += size
                    progress.pieces?.done += 1
                }
            } catch {
                if piece.isOptional, case .problem(let problem) = error {
                    Log.shared.write(.info, "downloads", "\(piece.file) is left out: \(problem.detail)")
                    run.progress.update { $0.pieces?.done += 1 }
                    continue
                }
                work.withLock { $0.stop = $0.stop ?? error }
            }
        }
        work.update { $0.workers -= 1 }
    }
}

/// Fetches one segment into a temporary file, synchronizes it, then renames it. For use on one thread.
struct PieceFetcher {
    private let folder: String
    private let key: SecureKey?
    private let book: AddressBook
    private let run: FetchRun
    private static let piece = 256 << 10

    init(folder: String, key: SecureKey?, _ book: AddressBook, _ run: FetchRun) {
        self.folder = folder
        self.key = key
        self.book = book
        self.run = run
    }

    /// Returns the number of bytes on the disk.
    func fetch(_ piece: StreamPiece) throws(FetchStop) -> Int64 {
        let path = "\(folder)/\(piece.file)"
        let temporary = path + PartFile.ending
        defer { Disk.remove(temporary) }
        let file = try disk { () throws(DownloadProblem) in
            try DiskFile(temporary, mode: .replace(piece.isKey || key != nil ? 0o600 : 0o666))
        }
        let sink = try disk { () throws(DownloadProblem) in try PieceSink(file, key) }
        if case .data(let bytes) = piece.resource {
            try disk { () throws(DownloadProblem) in try sink.add(bytes[...]) }
        } else {
            try transfer(piece, into: sink)
        }
        return try disk { () throws(DownloadProblem) in
            try sink.finish()
            try file.synchronize()
            try Disk.replace(path, with: temporary)
            return try file.size()
        }
    }

    private func transfer(_ piece: StreamPiece, into sink: PieceSink) throws(FetchStop) {
        let place = PieceAddress.fixed(piece.resource)
        var retrier = FetchRetrier(run, place.renewing(book), hasGained: true)
        var validator: Validator?
        var buffer = [UInt8](repeating: 0, count: Self.piece)
        var got: Int64 = 0
        while true {
            guard let now = place.now(book) else {
                throw .problem(DownloadProblem(.unreadable, detail: "what the manifest names is no address"))
            }
            let start = (piece.range?.offset ?? 0) + got
            let asks = piece.range != nil || got > 0
            var request = HTTPRequest(now.address)
            request.headers = now.headers
            request.priority = .download
            if asks { request.range = ByteRange(offset: start, end: piece.range?.end) }
            let exchange = run.begin(request)
            let before = got
            do throws(ByteSourceError) {
                let head = try exchange.successfulHead()
                run.progress.answered(by: now.address.origin)
                try check(head, start: start, asks: asks, &validator)
                while true {
                    let count = try read(exchange, &buffer)
                    guard count > 0 else { break }
                    if got == 0, SubstitutePage.isPage(buffer[..<count]) {
                        exchange.cancel()
                        throw ByteSourceError.page(at: now.address)
                    }
                    run.received(count)
                    try store(buffer[..<count], sink)
                    got += Int64(count)
                }
                if let length = piece.range?.length, got != length {
                    throw ByteSourceError(.truncated, operation: "download", context: now.address.withoutSecrets)
                }
                return
            } catch {
                if let problem = sink.problem { throw .problem(problem) }
                if piece.isOptional, error.isPage { throw .problem(error.problem) }
                retrier.gained(Int(got - before))
                try retrier.wait(
                    after: error, began: exchange.began, gained: got - before, generation: now.generation)
            }
        }
    }

    private func read(_ exchange: HTTPExchange, _ buffer: inout [UInt8]) throws(ByteSourceError) -> Int {
        try buffer.withMutableBytes { space throws(ByteSourceError) in try exchange.read(into: space) }
    }

    private func store(_ bytes: ArraySlice<UInt8>, _ sink: PieceSink) throws(ByteSourceError) {
        do throws(DownloadProblem) { try sink.add(bytes) } catch {
            throw ByteSourceError(.io, operation: "write", systemError: Int32(clamping: error.number), context: folder)
        }
    }

    private func check(
        _ head: HTTPHead, start: Int64, asks: Bool, _ validator: inout Validator?
    ) throws(ByteSourceError) {
        let context = head.address.withoutSecrets
        if let validator, !validator.agrees(with: head.validator) {
            throw ByteSourceError(.changed, operation: "download", context: context)
        }
        validator = head.validator
        guard asks else { return }
        guard head.status == 206, head.contentRange?.range?.offset == start else {
            throw ByteSourceError(.invalidReply, operation: "download", context: context)
        }
    }
}

/// Writes the bytes of a segment in order, sealed or plain. For use on one thread.
final class PieceSink {
    private let file: DiskFile
    private let sealer: Sealer?
    private var pending: [UInt8] = []
    private var offset: Int64 = 0
    private(set) var problem: DownloadProblem?

    init(_ file: DiskFile, _ key: SecureKey?) throws(DownloadProblem) {
        self.file = file
        sealer = try key.map { key throws(DownloadProblem) in try Sealer(key) }
        if let sealer { try file.write(sealer.header.bytes) }
    }

    func add(_ bytes: ArraySlice<UInt8>) throws(DownloadProblem) {
        do throws(DownloadProblem) {
            guard let sealer else {
                try Array(bytes).withBytes { bytes throws(DownloadProblem) in try file.write(bytes, at: offset) }
                offset += Int64(bytes.count)
                return
            }
            pending += bytes
            // Holds one chunk back, since it may be the last.
            let chunk = Int(SealedFormat.chunk)
            let whole = max(0, pending.count - 1) / chunk * chunk
            if whole > 0 { try seal(sealer, whole, isLast: false) }
        } catch {
            problem = error
            throw error
        }
    }

    func finish() throws(DownloadProblem) {
        if let sealer { try seal(sealer, pending.count, isLast: true) }
    }

    private func seal(_ sealer: Sealer, _ count: Int, isLast: Bool) throws(DownloadProblem) {
        let sealed = try pending.withBytes { bytes throws(DownloadProblem) in
            try sealer.seal(UnsafeRawBufferPointer(rebasing: bytes[..<count]), at: offset, isLast: isLast)
        }
        try sealed.withBytes { sealed throws(DownloadProblem) in
            try file.write(sealed, at: SealedFormat.place(ofChunkAt: offset))
        }
        pending.removeFirst(count)
        offset += Int64(count)
    }
}
