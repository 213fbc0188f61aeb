import ByteCaches
import DownloadModel
import Encoding
import PlayCore

/// The file's version, and the salt for resuming a sealed one.
struct JournalHead: Sendable, Equatable {
    var validator: CacheValidator
    /// Hexadecimal; empty for a plain file.
    var salt = ""
}

/// The spans of a part file that are present, as an append-only text. ``JournalFile`` is the file on the disk.
///
/// Each line ends with a hash of itself, so that a line torn by a crash is detected:
///
///     tvplay-spans 1
///     V <length or -> <tag or -> <date or -> <salt or ->      fields are separated by tabs
///     B <boot>                                                the boot in which the lines below were written
///     S <start> <end> <hash of the bytes on the disk>
///     E <length>                                              the end of a file whose length was not stated
///
/// A span is recorded after its bytes were passed to the kernel, which keeps them until the machine stops. After a
/// reboot the bytes are compared with their hashes (``PartFile``). So no write waits for the disk, and the journal is
/// never trusted beyond what the disk has.
struct SpanJournal: Sendable, Equatable {
    static let title = "tvplay-spans 1"

    struct Entry: Sendable, Equatable {
        let span: Range<Int64>
        let hash: UInt64
        let boot: String
    }

    private(set) var head: JournalHead?
    private(set) var entries: [Entry] = []
    private(set) var length: Int64?

    /// Skips a torn line and all lines after it. Returns `nil` if the bytes are no journal.
    init?(_ bytes: [UInt8]) {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // A line without a line end is incomplete.
        lines.removeLast()
        var texts = lines.lazy.map(Self.opened).makeIterator()
        guard texts.next() == .some(Self.title) else { return nil }
        var boot = ""
        while let text = texts.next().flatMap(\.self) {
            let fields = text.split(separator: "\t", omittingEmptySubsequences: false)
            switch fields[0] {
            case "V" where fields.count == 5: head = Self.head(fields)
            case "B" where fields.count == 2: boot = String(fields[1])
            case "S" where fields.count == 4:
                guard let start = Int64(fields[1]), let end = Int64(fields[2]), start >= 0, start < end,
                    let hash = UInt64(fields[3], radix: 16)
                else { return }
                entries.append(Entry(span: start..<end, hash: hash, boot: boot))
            case "E" where fields.count == 2: length = Int64(fields[1])
            default: return
            }
        }
    }

    private static func head(_ fields: [Substring]) -> JournalHead {
        func text(_ field: Substring) -> String? { field == "-" ? nil : String(field) }
        return JournalHead(
            validator: CacheValidator(
                entityTag: text(fields[2]), lastModified: text(fields[3]), length: Int64(fields[1])),
            salt: text(fields[4]) ?? "")
    }

    // MARK: lines

    static func line(_ head: JournalHead) -> String {
        func field(_ text: String?) -> String {
            guard let text, !text.isEmpty, !text.utf8.contains(where: { $0 < 0x20 }) else { return "-" }
            return text
        }
        let validator = head.validator
        return "V\t\(validator.length.map(String.init) ?? "-")\t\(field(validator.entityTag))"
            + "\t\(field(validator.lastModified))\t\(field(head.salt))"
    }

    static func line(boot: String) -> String { "B\t\(boot)" }
    static func line(_ span: Range<Int64>, hash: UInt64) -> String {
        "S\t\(span.lowerBound)\t\(span.upperBound)\t\(String(hash, radix: 16))"
    }
    static func line(length: Int64) -> String { "E\t\(length)" }
    static func closed(_ line: String) -> [UInt8] { Array((line + "\t" + hash(line) + "\n").utf8) }

    /// Removes the hash. Returns `nil` if the line is torn.
    static func opened(_ bytes: ArraySlice<UInt8>) -> String? {
        guard let text = String(validating: bytes, as: UTF8.self), let tab = text.lastIndex(of: "\t") else {
            return nil
        }
        let line = String(text[..<tab])
        return hash(line) == text[text.index(after: tab)...] ? line : nil
    }

    private static func hash(_ line: String) -> String {
        String(XXHash64.hash(line), radix: 16)
    }
}

/// The journal on the disk. Any thread; writes whole lines.
final class JournalFile: Sendable {
    private let file: DiskFile
    private let end: Monitor<Int64>

    /// Creates a journal without synchronizing it, since a torn journal only restarts the download.
    init(_ path: String, _ head: JournalHead) throws(DownloadProblem) {
        let lines = [SpanJournal.title, SpanJournal.line(head), SpanJournal.line(boot: Disk.bootID)]
        let bytes = lines.flatMap(SpanJournal.closed)
        try Disk.makeFolders(Disk.folder(of: path), mode: 0o700)
        let file = try DiskFile(path, mode: .make(0o600))
        try bytes.withBytes { bytes throws(DownloadProblem) in try file.write(bytes, at: 0) }
        self.file = file
        end = Monitor(Int64(bytes.count))
    }

    /// Rewrites a journal with these entries, to append to it. Drops all other lines.
    init(_ path: String, continuing journal: SpanJournal, keeping kept: [SpanJournal.Entry]) throws(DownloadProblem) {
        var lines = [SpanJournal.title]
        if let head = journal.head { lines.append(SpanJournal.line(head)) }
        lines.append(SpanJournal.line(boot: Disk.bootID))
        lines += kept.map { SpanJournal.line($0.span, hash: $0.hash) }
        if let length = journal.length { lines.append(SpanJournal.line(length: length)) }
        try Disk.write(lines.flatMap(SpanJournal.closed), to: path)
        file = try DiskFile(path, mode: .update)
        end = Monitor(try file.size())
    }

    func append(_ line: String) throws(DownloadProblem) {
        let bytes = SpanJournal.closed(line)
        let place = end.withLock { end in
            defer { end += Int64(bytes.count) }
            return end
        }
        // If a crash leaves a hole between two lines, the journal ends there and the later spans are fetched again.
        try bytes.withBytes { bytes throws(DownloadProblem) in try file.write(bytes, at: place) }
    }
}
