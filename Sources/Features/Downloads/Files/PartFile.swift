import Addresses
import ByteCaches
import DownloadModel
import Encoding
import PlayCore
import Transport

/// A file that is being downloaded: its bytes at their own places in `NAME.tvpart`, and a ``SpanJournal`` that says which
/// are there. Any thread writes; spans do not overlap.
///
/// A file that is written at once has no journal: until it is finished nothing of it is believed.
///
/// Sealed files hold ``SealedFormat``'s chunks instead; offsets are always those of the plain bytes.
final class PartFile: Sendable {
    /// What a crash costs each connection at most; no file that is smaller is fetched by several.
    static let block: Int64 = 1 << 20
    /// Bytes after which a larger file gets them, and its journal hears of it: as many as stay in a core's cache from the
    /// network to the disk's.
    static let step: Int64 = 256 << 10
    static let ending = ".tvpart"
    /// The most bytes before a place that are asked for again when a download resumes there.
    static let overlap: Int64 = 4096

    private let file: DiskFile
    private let journalPath: String
    /// Nil: nothing had to be noted yet.
    private let journal: Monitor<JournalFile?>
    let sealer: Sealer?
    let head: JournalHead
    /// What was there when it was opened.
    let found: SpanSet
    /// Of the whole, if it is known; from the journal's end where nobody said it.
    let length: Int64?

    /// Begins anew: what was there is gone.
    init(new path: String, journal journalPath: String, _ validator: CacheValidator, key: SecureKey?)
        throws(DownloadProblem)
    {
        let sealer = try key.map { key throws(DownloadProblem) in try Sealer(key) }
        head = JournalHead(validator: validator, salt: sealer?.header.saltText ?? "")
        // The journal of what was there must be gone before its bytes are.
        Disk.remove(journalPath)
        file = try DiskFile(path, mode: .replace(sealer == nil ? 0o666 : 0o600))
        if let sealer { try file.write(sealer.header.bytes) }
        self.journalPath = journalPath
        journal = Monitor(nil)
        self.sealer = sealer
        found = SpanSet()
        length = validator.length
    }

    /// What an earlier run has left; nil: nothing that could be gone on with.
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
        self.journal = Monitor(try JournalFile(journalPath, goingOn: journal, keeping: kept))
        found = SpanSet(kept.map(\.span))
        length = head.validator.length ?? journal.length
    }

    /// What can be believed: all of this start of the machine, and of earlier ones what has its hash.
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
        // Space that was promised before counts as taken.
        let missing = max(0, min(length - done, size - (try file.size())))
        if let free = Disk.freeBytes(at: Disk.folder(of: file.path)), missing > free {
            throw DownloadProblem(.noSpace, number: missing - free)
        }
        // What is written at once needs none.
        if length > Self.block { try file.reserve(size) }
    }

    /// Where spans have to begin.
    var alignment: Int64 { sealer == nil ? 1 : SealedFormat.chunk }

    /// Writes bytes and notes them.
    ///
    /// - Parameters:
    ///   - offset: a multiple of ``alignment``.
    ///   - isLast: they end where the file ends; else sealed ones are whole chunks.
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

    /// The end of a file whose length nobody had said.
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

    /// Nothing goes on from here any more.
    func removeJournal() {
        guard journal.withLock({ $0 }) != nil else { return }
        Disk.remove(journalPath)
        // Once the last file of its item has none.
        Disk.removeFolder(Disk.folder(of: journalPath))
    }

    /// Plain bytes, for checksums and for those who play what is there.
    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(DownloadProblem) -> Int {
        guard let sealer else { return try file.read(at: offset, into: buffer) }
        return try SealedReader(file, sealer).read(at: offset, into: buffer)
    }

    /// Returns how many bytes right before a place an earlier run has left, up to ``overlap``.
    func repeatable(before place: Int64) -> Int64 {
        let span = found.spans.last { $0.contains(place - 1) }
        return span.map { min(Self.overlap, place - $0.lowerBound) } ?? 0
    }

    /// Reads what an answer repeats of the bytes that are there.
    ///
    /// - Parameter span: where the answer begins, up to where the new bytes begin.
    /// - Throws: `.changed`: they are not the same.
    func compare(_ span: Range<Int64>, with exchange: HTTPExchange) throws(ByteSourceError) {
        var (theirs, ours) = ([UInt8](repeating: 0, count: span.count), [UInt8](repeating: 0, count: span.count))
        var count = 0
        while count < span.count {
            let read = try theirs.withMutableBytes { space throws(ByteSourceError) in
                try exchange.read(into: UnsafeMutableRawBufferPointer(rebasing: space[count...]))
            }
            // An answer may be shorter than what was asked for.
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

    /// With exactly `length` bytes.
    func complete(length: Int64) throws(DownloadProblem) {
        try file.truncate(sealer == nil ? length : SealedFormat.size(ofPlain: length))
    }

    /// The disk begins to take what is there; nobody waits for it.
    func beginSynchronizing() { file.beginSynchronizing() }

    func synchronize() throws(DownloadProblem) { try file.synchronize() }
}

extension DiskFile {
    func write(_ bytes: [UInt8]) throws(DownloadProblem) {
        try bytes.withBytes { bytes throws(DownloadProblem) in try write(bytes, at: 0) }
    }
}
