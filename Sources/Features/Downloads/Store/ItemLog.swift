import ByteCaches
import DownloadModel
import PlayCore

/// All items once more beside the database, as a text that only grows, for when the database is damaged or was not reached;
/// and which of their files are finished. Any thread.
///
/// A line for each change, with a hash at its end, so that one that a crash has torn is seen; the last line of an item
/// counts:
///
///     I <item in JSON> <hash>                             fields are separated by tabs
///     R <id> <hash>                                       it was removed
///     P <id> <name and role> … <hash>                     what its files are called
///     F <id> <entry> <length> <path> <hash>               a file has all its bytes on the disk, and that name or gets it
///     N <id> <entry> <hash>                               that file is begun anew
///
/// Entries and paths are in hexadecimal digits. One file for all of them: a file for each would cost more than all else
/// that is done for a small download.
final class ItemLog: Sendable {
    typealias Finished = [DownloadID: [String: FinishedFile]]
    typealias Names = [DownloadID: [DownloadFile]]

    /// What the lines come to. A value.
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
        /// What the database does not have yet.
        var added: [DownloadID: String] = [:]
        var names: Names = [:]
        var finished: Finished = [:]
    }

    /// Bytes after which it is written anew.
    private static let limit: Int64 = 32 << 20

    private let path: String
    private let state = Monitor(State())

    init(folder: String) { path = folder + "/items.log" }

    /// Whether ``replace(with:)`` is worth it.
    var isLong: Bool { state.withLock { $0.wantsShortening || $0.end > Self.limit } }

    /// - Parameter decode: nil for what cannot be read.
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
        let worthy = contents.items.count + contents.finished.values.reduce(0) { $0 + $1.count }
        let isLong = contents.lines > 2 * worthy || !contents.removed.isEmpty
        state.withLock { [contents] state in
            state.wantsShortening = isLong
            (state.names, state.finished) = (contents.names, contents.finished)
        }
        return contents
    }

    /// - Parameter items: in JSON.
    func append(_ items: [String], removed: [DownloadID]) throws(DownloadProblem) {
        try append(items.map(ItemLogLine.item) + removed.map(ItemLogLine.removed)) { state in
            for id in removed { (state.added[id], state.names[id], state.finished[id]) = (nil, nil, nil) }
        }
    }

    /// A new item, which the database has only later.
    func add(_ id: DownloadID, _ text: String) throws(DownloadProblem) {
        try append([.item(text)]) { $0.added[id] = text }
    }

    func name(_ id: DownloadID, _ files: [DownloadFile]) throws(DownloadProblem) {
        try append([.named(id, files)]) { $0.names[id] = files }
    }

    /// The database has these as they are.
    func saved(_ items: [DownloadItem]) {
        state.withLock { state in
            for item in items {
                state.added[item.id] = nil
                if !item.files.isEmpty { state.names[item.id] = nil }
                // Of one that is complete with its one file nothing else has to say that the file is finished.
                if item.state == .completed, item.files.count == 1 { state.finished[item.id] = nil }
            }
        }
    }

    // MARK: finished files

    func finished(_ id: DownloadID, _ entry: String) -> FinishedFile? { state.withLock { $0.finished[id]?[entry] } }

    /// Brought to the disk.
    func finish(_ files: [(id: DownloadID, entry: String, file: FinishedFile)]) throws(DownloadProblem) {
        try append(files.map { ItemLogLine.finished($0.id, entry: $0.entry, $0.file) }) { state in
            for file in files { state.finished[file.id, default: [:]][file.entry] = file.file }
        }
        try state.withLock { $0.file }?.synchronize()
    }

    /// Nothing is finished of it any more.
    func begin(_ id: DownloadID, _ entry: String) throws(DownloadProblem) {
        guard finished(id, entry) != nil else { return }
        try append([.begun(id, entry: entry)]) { $0.finished[id]?[entry] = nil }
        // Before a byte of it: else a loss of power might make one file of two.
        try state.withLock { $0.file }?.synchronize()
    }

    // MARK: writing

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

    /// Only these are left, and what the database does not have.
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
