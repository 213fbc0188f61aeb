import ByteCaches
import DownloadModel
import PlayCore

/// A copy of all items as an append-only text beside the database, used if the database is damaged or was not written.
/// It also records the finished files. Any thread.
///
/// Each change is a line with a hash at its end, so that a torn line is detected. The last line of an item counts:
///
///     I <item in JSON> <hash>                             fields are separated by tabs
///     R <id> <hash>                                       the item was removed
///     P <id> <name and role> … <hash>                     the names of the item's files
///     F <id> <entry> <length> <path> <hash>               a file is complete and has or gets that name
///     N <id> <entry> <hash>                               that file is restarted
///
/// Entries and paths are written as hexadecimal digits. All items share one log: a file for each would cost more than
/// the rest of a small download.
final class ItemLog: Sendable {
    typealias Finished = [DownloadID: [String: FinishedFile]]
    typealias Names = [DownloadID: [DownloadFile]]

    struct Contents: Sendable {
        var items: [DownloadItem] = []
        var removed: Set<DownloadID> = []
        var names: Names = [:]
        var finished: Finished = [:]
        var lines = 0
    }

    private struct State: Sendable {
        var file: DiskFile?
        var end: Int64 = 0
        var wantsShortening = false
        /// Items that are not in the database yet, as JSON.
        var added: [DownloadID: String] = [:]
        var names: Names = [:]
        var finished: Finished = [:]
    }

    /// The bytes above which the log is rewritten.
    private static let limit: Int64 = 32 << 20

    private let path: String
    private let state = Monitor(State())

    init(folder: String) { path = folder + "/items.log" }

    var isLong: Bool { state.withLock { $0.wantsShortening || $0.end > Self.limit } }

    /// - Parameter decode: returns `nil` for an unreadable item.
    func read(_ decode: (String) -> DownloadItem?) throws(DownloadProblem) -> Contents {
        var texts: [DownloadID: DownloadItem] = [:]
        var contents = Contents()
        let bytes = try Disk.contents(path) ?? []
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            contents.lines += 1
            switch SpanJournal.opened(line).flatMap(ItemLogLine.init) {
            case .item(let text): if let item = decode(text) { texts[item.id] = item }
            case .removed(let id):
                (texts[id], contents.names[id], contents.finished[id]) = (nil, nil, nil)
                contents.removed.insert(id)
            case .named(let id, let files): contents.names[id] = files
            case .finished(let id, let entry, let file): contents.finished[id, default: [:]][entry] = file
            case .begun(let id, let entry): contents.finished[id]?[entry] = nil
            case nil: break
            }
        }
        contents.items = Array(texts.values)
        let neededLines = contents.items.count + contents.finished.values.reduce(0) { $0 + $1.count }
        let isLong = contents.lines > 2 * neededLines || !contents.removed.isEmpty
        state.withLock { [contents] state in
            state.wantsShortening = isLong
            (state.names, state.finished) = (contents.names, contents.finished)
        }
        return contents
    }

    /// - Parameter items: as JSON.
    func append(_ items: [String], removed: [DownloadID]) throws(DownloadProblem) {
        try append(items.map(ItemLogLine.item) + removed.map(ItemLogLine.removed)) { state in
            for id in removed { (state.added[id], state.names[id], state.finished[id]) = (nil, nil, nil) }
        }
    }

    /// The database receives the new item later.
    func add(_ id: DownloadID, _ text: String) throws(DownloadProblem) {
        try append([.item(text)]) { $0.added[id] = text }
    }

    func name(_ id: DownloadID, _ files: [DownloadFile]) throws(DownloadProblem) {
        try append([.named(id, files)]) { $0.names[id] = files }
    }

    func saved(_ items: [DownloadItem]) {
        state.withLock { state in
            for item in items {
                state.added[item.id] = nil
                if !item.files.isEmpty { state.names[item.id] = nil }
                // For an item with a single file, the completed state implies that the file is finished.
                if item.state == .completed, item.files.count == 1 { state.finished[item.id] = nil }
            }
        }
    }

    // MARK: Finished files

    func finished(_ id: DownloadID, _ entry: String) -> FinishedFile? { state.withLock { $0.finished[id]?[entry] } }

    func finish(_ files: [(id: DownloadID, entry: String, file: FinishedFile)]) throws(DownloadProblem) {
        try append(files.map { ItemLogLine.finished($0.id, entry: $0.entry, $0.file) }) { state in
            for file in files { state.finished[file.id, default: [:]][file.entry] = file.file }
        }
        try state.withLock { $0.file }?.synchronize()
    }

    func begin(_ id: DownloadID, _ entry: String) throws(DownloadProblem) {
        guard finished(id, entry) != nil else { return }
        try append([.begun(id, entry: entry)]) { $0.finished[id]?[entry] = nil }
        // Synchronized before the first byte: a loss of power could otherwise leave a file mixed from two versions.
        try state.withLock { $0.file }?.synchronize()
    }

    // MARK: Writing

    private func append(_ lines: [ItemLogLine], _ note: (inout State) -> Void) throws(DownloadProblem) {
        let bytes = lines.flatMap { SpanJournal.closed($0.text) }
        guard !bytes.isEmpty else { return }
        try state.withLock { state throws(DownloadProblem) in
            let file = try opened(&state)
            try bytes.withBytes { bytes throws(DownloadProblem) in try file.write(bytes, at: state.end) }
            state.end += Int64(bytes.count)
            note(&state)
        }
    }

    /// Replaces the log by these items and those that the database does not have yet.
    func replace(with items: [String]) throws(DownloadProblem) {
        try state.withLock { state throws(DownloadProblem) in
            (state.file, state.wantsShortening) = (nil, false)
            var lines = (items + state.added.values).map(ItemLogLine.item)
            lines += state.names.map { ItemLogLine.named($0.key, $0.value) }
            for (id, files) in state.finished {
                lines += files.map { ItemLogLine.finished(id, entry: $0.key, $0.value) }
            }
            try Disk.write(lines.flatMap { SpanJournal.closed($0.text) }, to: path)
        }
    }

    private func opened(_ state: inout State) throws(DownloadProblem) -> DiskFile {
        if let file = state.file { return file }
        let opened = try DiskFile(path, mode: .make(0o600))
        state.end = try opened.size()
        state.file = opened
        return opened
    }
}
