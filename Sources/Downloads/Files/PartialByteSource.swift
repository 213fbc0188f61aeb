package import ByteCaches
package import PlayCore

/// Where the bytes of an item are while it is being downloaded: told to whoever plays it. A value.
package struct PartialFile: Sendable, Equatable {
    package let part: String
    package let journal: String
    package let mode: DownloadMode

    package init(part: String, journal: String, mode: DownloadMode) {
        (self.part, self.journal, self.mode) = (part, journal, mode)
    }
}

/// Plays what is still being downloaded, in this process or another: bytes of the part file where its journal has them,
/// all others from the server. Never bytes of two versions: the server's is compared with the journal's before its first
/// byte, and what has begun with the one does not go on with the other (`.changed`).
///
/// The server is asked for nothing while the disk has what is wanted: where the beginning is there, playing begins at
/// once, however slow the server is, and also without it. One thread reads.
package final class PartialByteSource: ByteSource, @unchecked Sendable {
    // Sendable: what changes is used by the reading thread alone, as ``ByteSource`` demands.

    /// How often is looked at most what has come meanwhile.
    private static let glance = HostTime.milliseconds(500)

    private let place: PartialFile
    private let upstream: any CacheUpstream
    private let cancelToken: CancelToken
    private let clock: any HostClock
    private let file: DiskFile
    private let sealed: SealedReader?
    private let length: Int64
    private let validator: CacheValidator
    private var covered = SpanSet()
    /// The server's version is the journal's.
    private var isCompared = false
    /// From a server without ranges: where it has come to.
    private var forward: Int64?
    /// Where bytes are left that have to be passed on the way.
    private static let passedAtOnce = 64 << 10
    private var lastGlance: HostTime?
    /// Bytes that came from the part file.
    package private(set) var localCount: Int64 = 0

    /// Nil: nothing usable is there; everything is the server's then. Waits for the server only where the beginning is not
    /// there.
    ///
    /// - Parameter key: for secure ones.
    package init?(
        _ place: PartialFile, key: SecureKey?, upstream: any CacheUpstream, cancel: CancelToken,
        clock: any HostClock = SystemClock()
    ) throws(DownloadProblem) {
        guard let bytes = try Disk.contents(place.journal), let head = SpanJournal(bytes)?.head,
            Disk.exists(place.part)
        else { return nil }
        validator = head.validator
        let begins = SpanJournal(bytes)?.entries.contains { $0.boot == Disk.bootID && $0.span.contains(0) } ?? false
        // A version that nothing tells from another could not be compared later.
        if begins, let known = head.validator.length, head.validator.compare(head.validator) == .same {
            length = known
        } else {
            let facts: ResourceFacts
            do throws(ByteSourceError) { facts = try upstream.facts() } catch { throw DownloadProblem(error) }
            guard facts.canSeek, let size = facts.size, head.validator.compare(facts.validator) == .same else {
                return nil
            }
            length = size
            isCompared = true
        }
        beginsHere = begins
        file = try DiskFile(place.part, mode: .read)
        if place.mode == .secure {
            guard let key else { throw DownloadProblem(.noKey) }
            sealed = SealedReader(file, try Sealer(key, header: try SealedHeader(reading: file)), length: length)
        } else {
            sealed = nil
        }
        self.place = place
        self.upstream = upstream
        self.clock = clock
        cancelToken = cancel
    }

    /// The first byte is on the disk.
    package let beginsHere: Bool

    package var size: Int64? { length }
    package var canSeek: Bool { true }

    package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        guard !cancelToken.isCancelled else {
            throw ByteSourceError(.cancelled, operation: "read", context: place.part)
        }
        guard offset < length, !buffer.isEmpty else { return 0 }
        if !covered.contains(offset) { look() }
        guard let end = covered.end(at: offset) else {
            let limit = covered.start(after: offset) ?? length
            let room = Int(min(Int64(buffer.count), limit - offset))
            return try readServer(offset, upTo: limit, UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]))
        }
        let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(min(Int64(buffer.count), end - offset))])
        let count = readFile(offset, room)
        guard count > 0 else {
            // The disk does not give what the journal says: it is the server's from now on.
            covered.subtract(offset..<end)
            return try readServer(offset, upTo: end, room)
        }
        localCount += Int64(count)
        return count
    }

    private func readServer(
        _ offset: Int64, upTo end: Int64, _ room: UnsafeMutableRawBufferPointer
    ) throws(ByteSourceError) -> Int {
        if !isCompared {
            let facts = try upstream.facts()
            guard validator.compare(facts.validator) == .same else {
                throw ByteSourceError(.changed, operation: "read", context: place.part)
            }
            isCompared = true
            if !facts.canSeek { forward = 0 }
        }
        guard let position = forward else { return try upstream.read(at: offset, upTo: end, into: room) }
        try pass(from: position, to: offset)
        let count = try upstream.read(at: offset, upTo: nil, into: room)
        forward = offset + Int64(count)
        return count
    }

    /// From a server without ranges what the disk has comes all the same.
    private func pass(from start: Int64, to offset: Int64) throws(ByteSourceError) {
        guard start < offset else { return }
        let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.passedAtOnce, alignment: 1)
        defer { scratch.deallocate() }
        var position = start
        while position < offset {
            let room = UnsafeMutableRawBufferPointer(
                rebasing: scratch[..<Int(min(Int64(scratch.count), offset - position))])
            let count = try upstream.read(at: position, upTo: nil, into: room)
            guard count > 0 else { throw ByteSourceError(.truncated, operation: "read", context: place.part) }
            position += Int64(count)
        }
    }

    private func readFile(_ offset: Int64, _ room: UnsafeMutableRawBufferPointer) -> Int {
        do throws(DownloadProblem) {
            if let sealed { return try sealed.read(at: offset, into: room) }
            return try file.read(at: offset, into: room)
        } catch {
            Log.shared.write(.error, "downloads", error.detail)
            return 0
        }
    }

    /// What has come meanwhile. Once the journal is gone nothing more is learnt: what is known stays, since the file is
    /// held open.
    private func look() {
        let now = clock.now
        if let lastGlance, now - lastGlance < Self.glance { return }
        lastGlance = now
        guard let bytes = try? Disk.contents(place.journal), let journal = SpanJournal(bytes),
            journal.head?.validator.length == length
        else { return }
        // Spans of an earlier start of the machine were proved when the download was taken up, and bear its name now.
        for entry in journal.entries where entry.boot == Disk.bootID { covered.insert(entry.span) }
    }
}
