import Addresses
import ByteCaches
import DownloadModel
import Encoding
import PlayCore
import Transport

/// A file that is being downloaded: `NAME.tvpart` with the bytes at their final offsets, and a ``SpanJournal``. Any
/// thread writes; spans do not overlap. A file that is written in one piece has no journal, and its bytes are not
/// trusted until it is finished. Sealed files contain ``SealedFormat``'s chunks; offsets always refer to the plain
/// bytes.
final class PartFile: Sendable {
    /// The limit of bytes that each connection can lose in a crash. Smaller files use one connection.
    static let block: Int64 = 1 << 20
    /// A larger file is written, and its journal updated, after this many bytes, which stay in a core's cache.
    static let step: Int64 = 256 << 10
    static let ending = ".tvpart"
    /// The limit of bytes to repeat before the place where a download resumes.
    static let overlap: Int64 = 4096

    private let file: DiskFile
    private let journalPath: String
    /// `nil` before the first entry.
    private let journal: Monitor<JournalFile?>
    let sealer: Sealer?
    let head: JournalHead
    let found: SpanSet
    /// The length by the head, else by the journal's last line.
    let length: Int64?

    init(new path: String, journal journalPath: String, _ validator: CacheValidator, key: SecureKey?)
        throws(DownloadProblem)
    {
        let sealer = try key.map { key throws(DownloadProblem) in try Sealer(key) }
        head = JournalHead(validator: validator, salt: sealer?.header.saltText ?? "")
        // The old journal must be removed before the bytes that it describes.
        Disk.remove(journalPath)
        file = try DiskFile(path, mode: .replace(sealer == nil ? 0o666 : 0o600))
        if let sealer { try file.write(sealer.header.bytes) }
        self.journalPath = journalPath
        journal = Monitor(nil)
        self.sealer = sealer
        found = SpanSet()
        length = validator.length
    }

    init?(existing path: String, journal journalPath: String, key: SecureKey?) throws(DownloadProblem) {
        guard Disk.exists(path), let bytes = try Disk.contents(journalPath), let journal = SpanJournal(bytes),
            let head = journal.head, head.salt.isEmpty == (key == nil)
        else { return nil }
        let file = try DiskFile(path, mode: .update)
        var sealer: Sealer?
        if let key {
            let header = try SealedHeader(reading: file)
            guard header.saltText == head.salt else { return nil }
            sealer = try Sealer(key, header: header)
        }
        let kept = try Self.proven(journal.entries, in: file, isSealed: sealer != nil)
        self.file = file
        self.sealer = sealer
        self.head = head
        self.journalPath = journalPath
        self.journal = Monitor(try JournalFile(journalPath, continuing: journal, keeping: kept))
        found = SpanSet(kept.map(\.span))
        length = head.validator.length ?? journal.length
    }

    /// Returns entries written since the last boot, and older ones whose hash matches.
    private static func proven(
        _ entries: [SpanJournal.Entry], in file: DiskFile, isSealed: Bool
    ) throws(DownloadProblem) -> [SpanJournal.Entry] {
        var result: [SpanJournal.Entry] = []
        let size = try file.size()
        for entry in entries {
            let place = isSealed ? SealedFormat.place(of: entry.span) : entry.span
            guard place.upperBound <= size else { continue }
            if entry.boot != Disk.bootID {
                var bytes = [UInt8](repeating: 0, count: place.count)
                guard try file.read(at: place.lowerBound, &bytes) == place.count,
                    bytes.withUnsafeBytes(XXHash64.hash) == entry.hash
                else { continue }
            }
            result.append(entry)
        }
        return result
    }

    /// - Throws: `.noSpace`, before anything is written.
    func reserve(_ length: Int64, done: Int64) throws(DownloadProblem) {
        let size = sealer == nil ? length : SealedFormat.size(ofPlain: length)
        // Space that was already reserved counts as used.
        let missing = max(0, min(length - done, size - (try file.size())))
        if let free = Disk.freeBytes(at: Disk.folder(of: file.path)), missing > free {
            throw DownloadProblem(.noSpace, number: missing - free)
        }
        // A file that is written in one piece needs no reservation.
        if length > Self.block { try file.reserve(size) }
    }

    var alignment: Int64 { sealer == nil ? 1 : SealedFormat.chunk }

    /// - Parameters:
    ///   - offset: a multiple of ``alignment``.
    ///   - isLast: whether they end the file. Otherwise a sealed file requires whole chunks.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64, isLast: Bool) throws(DownloadProblem) {
        guard !bytes.isEmpty || isLast else { return }
        let isNoted = !bytes.isEmpty && !(isLast && offset == 0)
        let hash: UInt64?
        if let sealer {
            let sealed = try sealer.seal(bytes, at: offset, isLast: isLast)
            try sealed.withBytes { sealed throws(DownloadProblem) in
                try file.write(sealed, at: SealedFormat.place(ofChunkAt: offset))
            }
            hash = isNoted ? sealed.withUnsafeBytes(XXHash64.hash) : nil
        } else {
            try file.write(bytes, at: offset)
            hash = isNoted ? XXHash64.hash(bytes) : nil
        }
        guard let hash else { return }
        try note(SpanJournal.line(offset..<offset + Int64(bytes.count), hash: hash))
    }

    /// Notes the length of a file whose server did not declare it.
    func finish(length: Int64) throws(DownloadProblem) {
        if head.validator.length == nil { try note(SpanJournal.line(length: length)) }
    }

    private func note(_ line: String) throws(DownloadProblem) {
        let file = try journal.withLock { journal throws(DownloadProblem) in
            if let journal { return journal }
            let file = try JournalFile(journalPath, head)
            journal = file
            return file
        }
        try file.append(line)
    }

    func removeJournal() {
        guard journal.withLock({ $0 }) != nil else { return }
        Disk.remove(journalPath)
        // Removes the folder once no file of the item has a journal.
        Disk.removeFolder(Disk.folder(of: journalPath))
    }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(DownloadProblem) -> Int {
        guard let sealer else { return try file.read(at: offset, into: buffer) }
        return try SealedReader(file, sealer).read(at: offset, into: buffer)
    }

    /// Returns how many bytes before a place are left from an earlier run, up to ``overlap``.
    func repeatable(before place: Int64) -> Int64 {
        let span = found.spans.last { $0.contains(place - 1) }
        return span.map { min(Self.overlap, place - $0.lowerBound) } ?? 0
    }

    /// Compares the repeated bytes of a response with the part. Throws `.changed` if they differ.
    ///
    /// - Parameter span: from the start of the response to the start of the new bytes.
    func compare(_ span: Range<Int64>, with exchange: HTTPExchange) throws(ByteSourceError) {
        var (theirs, ours) = ([UInt8](repeating: 0, count: span.count), [UInt8](repeating: 0, count: span.count))
        var count = 0
        while count < span.count {
            let read = try theirs.withMutableBytes { space throws(ByteSourceError) in
                try exchange.read(into: UnsafeMutableRawBufferPointer(rebasing: space[count...]))
            }
            if read == 0 { break }
            count += read
        }
        do throws(DownloadProblem) {
            let known = try ours.withMutableBytes { space throws(DownloadProblem) in
                try read(at: span.lowerBound, into: space)
            }
            if known >= count, theirs.prefix(count) == ours.prefix(count) { return }
        } catch {
            Log.shared.write(.warning, "downloads", "\(error)")
        }
        throw ByteSourceError(.changed, operation: "download", context: exchange.request.address.withoutSecrets)
    }

    func complete(length: Int64) throws(DownloadProblem) {
        try file.truncate(sealer == nil ? length : SealedFormat.size(ofPlain: length))
    }

    func beginSynchronizing() { file.beginSynchronizing() }

    func synchronize() throws(DownloadProblem) { try file.synchronize() }
}

extension DiskFile {
    func write(_ bytes: [UInt8]) throws(DownloadProblem) {
        try bytes.withBytes { bytes throws(DownloadProblem) in try write(bytes, at: 0) }
    }
}
