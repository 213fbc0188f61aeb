import DownloadModel
import PlayCore

/// One run of one item, from its addresses to its files. Blocks its thread.
struct ItemRun {
    let item: DownloadItem
    let store: DownloadStore
    let template: NameTemplate
    let resolver: any DownloadResolver
    let run: FetchRun
    /// Shared by all items. Held from checking the used names until the new ones are published.
    let naming: Monitor<Void>
    let isTaken: @Sendable (String) -> Bool
    /// Publishes the resolver's result. Called while ``naming`` is held.
    let prepared: @Sendable (DownloadItem) -> Void
    /// Called before the first byte is fetched, with the earlier item.
    let keep: @Sendable (DownloadItem) -> Void

    enum Outcome: Sendable {
        case completed(DownloadItem)
        case stopped
        case failed(DownloadProblem)
    }

    /// - Parameter done: called once, during this call or later on another thread.
    func execute(_ done: @escaping @Sendable (Outcome) -> Void) {
        do throws(FetchStop) {
            if let ahead = AheadRun(item, store, run) { return done(.completed(try ahead.load())) }
            let finished = try fetched { result in
                switch result {
                case .success(let item): done(.completed(item))
                case .failure(let stop): done(outcome(of: stop))
                }
            }
            if let finished { done(.completed(finished)) }
        } catch {
            done(outcome(of: error))
        }
    }

    private func outcome(of stop: FetchStop) -> Outcome {
        switch stop {
        case .cancelled: .stopped
        case .changed, .brokenOff: .failed(DownloadProblem(.keepsChanging))
        case .problem(let problem): run.cancel.isCancelled ? .stopped : .failed(problem)
        }
    }

    /// Returns `nil` if `done` will be called instead, on another thread.
    private func fetched(
        _ done: @escaping @Sendable (Result<DownloadItem, FetchStop>) -> Void
    ) throws(FetchStop) -> DownloadItem? {
        run.progress.update { $0.phase = .preparing }
        if let done = try joined(item)?.continued() { return sized(done) }
        let key = try disk { () throws(DownloadProblem) in try self.key() }
        let book = try disk { () throws(DownloadProblem) in
            try AddressBook(self.item, resolver, cancel: run.cancel) { [progress = run.progress] note in
                progress.update { ($0.retry, $0.retrying) = (note, note == nil ? 0 : 1) }
            }
        }
        let source = book.current.source
        if item.wishes.checksum != nil {
            guard case .file? = source.main, source.room == nil else {
                throw .problem(DownloadProblem(.checksum, detail: "a stream or a class is no single file"))
            }
        }
        let written = book.takeWritten()
        let opening = book.takeOpening()
        let ending = try joinedEnding(source, book)
        var item = naming.withLock { _ in
            let item = named(source, joined: ending)
            prepared(item)
            return item
        }
        keep(self.item)
        run.progress.update { $0.phase = .transfer }
        try write(written.dropFirst(), item.files.dropFirst(), key, item.folder)
        let isStream = if case .stream? = source.main { true } else { false }
        if isStream { try fetchStream(book, at: written.count, key, &item) }
        let offset = written.count + (isStream ? 1 : 0)
        let entries = entries(source, item, offset, opening, book)
        if !isStream { announce(source) }
        let fetcher = SetFetcher(item.id, folder: item.folder, state: state, store, key: key, run)
        if entries.count == 1, offset == 0 {
            let finished = try fetcher.fetch(entries[0]) { [item] result in
                done(result.map { completed(item, [$0], 0) })
            }
            return finished.map { completed(item, [$0], 0) }
        }
        let finished = try fetcher.fetch(entries)
        try write(written.prefix(1), item.files.prefix(1), key, item.folder)
        let whole = completed(item, finished, offset)
        guard let stream = joined(whole) else { return whole }
        return sized(try stream.join(chapters: source.chapters))
    }

    private var state: String { store.folder(of: item.id) }

    private func key() throws(DownloadProblem) -> SecureKey? {
        guard item.mode == .secure else { return nil }
        let key = try run.context.keys.key(cancel: run.cancel)
        try KeyProof.check(key, item)
        return key
    }

    private func entries(
        _ source: DownloadSource, _ item: DownloadItem, _ offset: Int, _ opening: FileOpening?, _ book: AddressBook
    ) -> [SetFetcher.Entry] {
        let isRoom = source.room != nil
        return source.files.enumerated().map { index, file in
            var file = file
            if index == 0, offset == 0 { file.sha256 = item.wishes.checksum?.digits ?? file.sha256 }
            return SetFetcher.Entry(
                // The files of a class may change between two runs, so each journal is named after its file.
                number: index, journal: isRoom ? SafeFileName.stable(file.name, ending: "") : "\(index)",
                name: item.files[index + offset].name, ownsName: isRoom,
                keepsServerTime: item.wishes.keepsServerTime, file: file,
                address: Self.address(of: index, file.name, in: book), opening: index == 0 ? opening : nil)
        }
    }

    // MARK: Streams

    private func fetchStream(
        _ book: AddressBook, at index: Int, _ key: SecureKey?, _ item: inout DownloadItem
    ) throws(FetchStop) {
        let folder = joined(item)?.folder ?? "\(item.folder)/\(Disk.folder(of: item.files[index].name))"
        let finished = try StreamFetcher(
            folder: folder, state: state, wishes: item.wishes, key: key, book, run
        ).fetch()
        if book.current.source.definition == nil {
            item.definitionKey = finished.definition.definitionKey.rawValue
            item.definitionName = finished.definition.definitionName
            prepared(item)
        }
        item.files[index].size = finished.size
    }

    /// Returns `nil` if the item is not a stream that becomes one file.
    private func joined(_ item: DownloadItem) -> JoinedStream? {
        guard item.joins, !item.files.isEmpty, let joiner = run.context.joiner else { return nil }
        return JoinedStream(item: item, store: store, run: run, joiner: joiner)
    }

    /// Returns `nil` if the stream stays a folder or was started as one.
    private func joinedEnding(_ source: DownloadSource, _ book: AddressBook) throws(FetchStop) -> String? {
        guard case .stream? = source.main, run.context.joiner != nil, source.room == nil, item.kind != .room,
            item.mode == .plain, !item.wishes.keepsSegments
        else { return nil }
        if let known = item.files.first { return item.joins ? SafeFileName.split(known.name).ending : nil }
        let texts = source.others.contains { $0.role == .subtitles }
        return try StreamFetcher.ending(of: book, item.wishes, hasTexts: texts, run)
    }

    private func sized(_ item: DownloadItem) -> DownloadItem {
        var item = item
        item.totalSize = item.files.reduce(0) { $0 + ($1.size ?? 0) }
        item.doneSize = item.totalSize ?? 0
        return item
    }

    private func write(
        _ written: ArraySlice<WrittenFile>, _ files: ArraySlice<DownloadFile>, _ key: SecureKey?, _ folder: String
    ) throws(FetchStop) {
        for (file, place) in zip(written, files) {
            if run.cancel.isCancelled { throw .cancelled }
            let path = "\(folder)/\(place.name)"
            try disk { () throws(DownloadProblem) in
                try Disk.makeFolders(Disk.folder(of: path))
                let bytes = try key.map { key throws(DownloadProblem) in try Sealer(key).sealed(file.bytes) }
                try Disk.write(bytes ?? file.bytes, to: path, mode: key == nil ? 0o666 : 0o600)
            }
            run.progress.update { $0.finished += Int64(file.bytes.count) }
        }
    }

    private func completed(_ item: DownloadItem, _ finished: [SetFetcher.Finished], _ offset: Int) -> DownloadItem {
        var item = item
        for file in finished {
            if let name = file.name { item.files[file.number + offset].name = name }
            item.files[file.number + offset].size = file.size
        }
        for file in finished.reversed() where file.name == nil { item.files.remove(at: file.number + offset) }
        return sized(item)
    }

    /// Chooses names only once, so that later runs find the parts.
    private func named(_ source: DownloadSource, joined ending: String?) -> DownloadItem {
        var item = item
        item.joins = ending != nil
        item.title = item.title ?? source.title
        if let room = source.room {
            item.kind = .room
            (item.classID, item.sessionID) = (room.classID ?? item.classID, room.sessionID ?? item.sessionID)
        }
        if let definition = source.definition {
            item.definitionKey = definition.definitionKey.rawValue
            item.definitionName = definition.definitionName
        }
        let fresh = ItemNames.files(item, source, template, joined: ending) { name in
            let path = "\(item.folder)/\(name)"
            return Disk.exists(path) || Disk.exists(path + PartFile.ending) || isTaken(path)
        }
        if source.room != nil {
            let names = Set(fresh.map(\.name))
            for file in item.files where !names.contains(file.name) { Disk.remove("\(item.folder)/\(file.name)") }
            item.files = fresh
        } else if item.files.isEmpty || item.files.count != fresh.count || self.item.joins != item.joins {
            item.files = fresh
        }
        return item
    }

    private func announce(_ source: DownloadSource) {
        let sizes = source.files.map(\.size)
        guard sizes.count > 1 else { return }
        run.progress.update { $0.total = sizes.contains(nil) ? nil : sizes.reduce(0) { $0 + ($1 ?? 0) } }
    }

    private static func address(of index: Int, _ name: String, in book: AddressBook) -> FileAddress {
        FileAddress(
            current: {
                let (source, generation) = book.current
                let files = source.files
                // If the source's list of files has changed, the file is found by its name, else by its place.
                let known = files.indices.contains(index) && files[index].name == name ? files[index] : nil
                let file = known ?? files.first { $0.name == name } ?? files[min(index, files.count - 1)]
                return FileAddress.Now(address: file.address, headers: file.headers, generation: generation)
            }, renew: { generation throws(DownloadProblem) in try book.renew(after: generation) })
    }
}
