import PlayCore

/// One run of one item, from its addresses to its files. Blocks its thread.
struct ItemRun {
    let item: DownloadItem
    /// For journals.
    let state: String
    let template: NameTemplate
    let resolver: any DownloadResolver
    let run: FetchRun
    /// Of all items: held from looking which names are taken until the new ones are known.
    let naming: Monitor<Void>
    /// Whether a path is another item's.
    let isTaken: @Sendable (String) -> Bool
    /// What was learnt has to be kept before the first byte.
    let prepared: @Sendable (DownloadItem) -> Void

    enum Outcome: Sendable {
        /// With its files, sizes and definition.
        case completed(DownloadItem)
        case stopped
        case failed(DownloadProblem)
    }

    func execute() -> Outcome {
        do throws(FetchStop) {
            return .completed(try fetched())
        } catch {
            switch error {
            case .cancelled: return .stopped
            case .changed: return .failed(DownloadProblem(.keepsChanging))
            case .problem(let problem): return run.cancel.isCancelled ? .stopped : .failed(problem)
            }
        }
    }

    private func fetched() throws(FetchStop) -> DownloadItem {
        run.progress.update { $0.phase = .preparing }
        let key = try disk { () throws(DownloadProblem) in
            try Disk.makeFolders(state, mode: 0o700)
            return self.item.mode == .secure ? try run.context.key() : nil
        }
        let book = try disk { () throws(DownloadProblem) in
            try AddressBook(self.item, resolver, cancel: run.cancel)
        }
        var item = naming.withLock { _ in
            let item = named(book.current.source)
            prepared(item)
            return item
        }
        run.progress.update { $0.phase = .transfer }
        let isStream = if case .stream? = book.current.source.main { true } else { false }
        if isStream, let index = item.files.first {
            let folder = "\(item.folder)/\(Disk.folder(of: index.name))"
            let finished = try StreamFetcher(
                folder: folder, state: state, wishes: item.wishes, key: key, book, run
            ).fetch()
            item.definitionKey = finished.definition.definitionKey.rawValue
            item.definitionName = finished.definition.definitionName
            item.files[0].size = finished.size
        }
        let offset = isStream ? 1 : 0
        let entries = book.current.source.files.enumerated().map { index, file in
            SetFetcher.Entry(
                number: index, name: item.files[index + offset].name, size: file.size, sha256: file.sha256,
                isOptional: file.isOptional, address: Self.address(of: index, in: book))
        }
        if !isStream { announce(book.current.source) }
        let finished = try SetFetcher(folder: item.folder, state: state, key: key, run).fetch(entries)
        return completed(item, finished, offset)
    }

    private func completed(_ item: DownloadItem, _ finished: [SetFetcher.Finished], _ offset: Int) -> DownloadItem {
        var item = item
        for file in finished {
            if let name = file.name { item.files[file.number + offset].name = name }
            item.files[file.number + offset].size = file.size
        }
        // The server has none of these.
        for file in finished.reversed() where file.name == nil { item.files.remove(at: file.number + offset) }
        item.totalSize = item.files.reduce(0) { $0 + ($1.size ?? 0) }
        item.doneSize = item.totalSize ?? 0
        return item
    }

    /// Names are given once, so that later runs find the parts.
    private func named(_ source: DownloadSource) -> DownloadItem {
        var item = item
        item.title = item.title ?? source.title
        if let definition = source.definition {
            item.definitionKey = definition.definitionKey.rawValue
            item.definitionName = definition.definitionName
        }
        let fresh = ItemNames.files(item, source, template) { name in
            let path = "\(item.folder)/\(name)"
            return Disk.exists(path) || Disk.exists(path + PartFile.ending) || isTaken(path)
        }
        if item.files.isEmpty || item.files.count != fresh.count { item.files = fresh }
        return item
    }

    /// DL-19: the size of all, where the source says it.
    private func announce(_ source: DownloadSource) {
        let sizes = source.files.map(\.size)
        guard sizes.count > 1 else { return }
        run.progress.update { $0.total = sizes.contains(nil) ? nil : sizes.reduce(0) { $0 + ($1 ?? 0) } }
    }

    private static func address(of index: Int, in book: AddressBook) -> FileAddress {
        FileAddress(
            current: {
                let (source, generation) = book.current
                // A source that has become shorter keeps what it had.
                let file = source.files[min(index, source.files.count - 1)]
                return FileAddress.Now(address: file.address, headers: file.headers, generation: generation)
            }, renew: { generation throws(DownloadProblem) in try book.renew(after: generation) })
    }
}
