import ByteCaches
import PlayCore

/// All items once more beside the database, as a text that only grows, for when the database is damaged. Any thread.
///
/// A line for each change, with a hash at its end, so that one that a crash has torn is seen; the last line of an item
/// counts:
///
///     I <item in JSON> <hash>         fields are separated by tabs
///     R <id> <hash>                   it was removed
///
/// One file for all of them: a file for each would cost more than all else that is done for a small download.
final class ItemLog: Sendable {
    /// What the lines come to. A value.
    struct Contents: Sendable {
        var items: [DownloadItem] = []
        var removed: Set<DownloadID> = []
        var lines = 0
    }

    private struct State: Sendable {
        var file: DiskFile?
        var end: Int64 = 0
        var wantsShortening = false
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
            guard let text = SpanJournal.opened(line) else { continue }
            let parts = text.split(separator: "\t", maxSplits: 1).map(String.init)
            if parts.count == 2, parts[0] == "I", let item = decode(parts[1]) { texts[item.id] = item }
            if parts.count == 2, parts[0] == "R", let id = DownloadID(parts[1]) {
                texts[id] = nil
                contents.removed.insert(id)
            }
        }
        contents.items = Array(texts.values)
        let isLong = contents.lines > 2 * contents.items.count || !contents.removed.isEmpty
        state.withLock { $0.wantsShortening = isLong }
        return contents
    }

    /// - Parameter items: in JSON.
    func append(_ items: [String], removed: [DownloadID]) throws(DownloadProblem) {
        let lines = items.map { "I\t" + $0 } + removed.map { "R\t" + $0.text }
        let bytes = lines.flatMap(SpanJournal.closed)
        guard !bytes.isEmpty else { return }
        try state.withLock { state throws(DownloadProblem) in
            let file = try opened(&state)
            try bytes.withBytes { bytes throws(DownloadProblem) in try file.write(bytes, at: state.end) }
            state.end += Int64(bytes.count)
        }
    }

    /// Only these are left.
    func replace(with items: [String]) throws(DownloadProblem) {
        try state.withLock { state throws(DownloadProblem) in
            state = State()
            // The database is what counts after a loss of power.
            try Disk.write(items.flatMap { SpanJournal.closed("I\t" + $0) }, to: path, isDurable: false)
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
