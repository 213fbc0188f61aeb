package import ByteCaches
package import DownloadModel
import Encoding
package import PlayCore

/// Where an item's bytes are while it is being downloaded, for a player.
package struct PartialFile: Sendable, Equatable {
    package let part: String
    package let journal: String
    package let mode: DownloadMode

    package init(part: String, journal: String, mode: DownloadMode) {
        (self.part, self.journal, self.mode) = (part, journal, mode)
    }
}

/// Plays an unfinished download of this or another process: bytes in the journal come from the part file, all others
/// from the server. The server's version is compared with the journal's before its first byte, so versions are never
/// mixed. Does not wait for a slow server while the disk has the bytes. One thread reads.
package final class PartialByteSource: ByteSource, @unchecked Sendable {
    // Sendable: mutable state is used by the reading thread only, as ``ByteSource`` requires.

    private static let glance = HostTime.milliseconds(500)

    private let place: PartialFile
    private let upstream: any CacheUpstream
    private let server: PartialServer
    private let cancelToken: CancelToken
    private let clock: any HostClock
    private let file: DiskFile
    private let sealed: SealedReader?
    private let length: Int64
    private let version: JournalHead
    private var covered = SpanSet()
    /// The entries of earlier boots, whose hashes are not checked yet.
    private var unproven: [SpanJournal.Entry] = []
    private var lastGlance: HostTime?
    /// The bytes read from the part file.
    package private(set) var localCount: Int64 = 0

    /// Returns `nil` if the part is unusable. The caller then reads all bytes from the server.
    ///
    /// - Parameters:
    ///   - upstream: used by this source only.
    ///   - patience: for the server to confirm the version. Far longer than a working server needs, and about as long
    ///     as viewers wait for a film.
    package init?(
        _ place: PartialFile, key: SecureKey?, upstream: any CacheUpstream, cancel: CancelToken,
        clock: any HostClock = SystemClock(), patience: HostTime = .seconds(3)
    ) throws(DownloadProblem) {
        guard let bytes = try Disk.contents(place.journal), let journal = SpanJournal(bytes), let head = journal.head,
            Disk.exists(place.part)
        else { return nil }
        let server = PartialServer(upstream, version: head.validator)
        // If the length is unknown, only the server can tell where the file ends.
        let known = head.validator.length ?? journal.length
        switch server.answer(within: known == nil ? nil : patience) {
        case .same(let told):
            guard let length = told ?? known else { return nil }
            self.length = length
        case .other: return nil
        case .none, .failed:
            guard let known else { return nil }
            length = known
        }
        self.server = server
        file = try DiskFile(place.part, mode: .read)
        if place.mode == .secure {
            guard let key else { throw DownloadProblem(.noKey) }
            sealed = SealedReader(file, try Sealer(key, header: try SealedHeader(reading: file)), length: length)
        } else {
            sealed = nil
        }
        self.place = place
        self.upstream = upstream
        version = head
        self.clock = clock
        cancelToken = cancel
    }

    package var size: Int64? { length }
    package var canSeek: Bool { true }

    package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        guard !cancelToken.isCancelled else {
            throw ByteSourceError(.cancelled, operation: "read", context: place.part)
        }
        guard offset < length, !buffer.isEmpty else { return 0 }
        if !covered.contains(offset) { look() }
        if !covered.contains(offset) { prove(offset) }
        guard let end = covered.end(at: offset) else {
            let limit = covered.start(after: offset) ?? length
            let length = Int(min(Int64(buffer.count), limit - offset))
            return try readServer(
                at: offset, upTo: limit, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<length]))
        }
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(min(Int64(buffer.count), end - offset))])
        let count = readFile(offset, part)
        guard count > 0 else {
            // The disk cannot return what the journal lists, so the server must.
            covered.subtract(offset..<end)
            return try readServer(at: offset, upTo: end, into: part)
        }
        localCount += Int64(count)
        return count
    }

    /// - Throws: `.changed` if the server has another version.
    private func readServer(
        at offset: Int64, upTo end: Int64, into part: UnsafeMutableRawBufferPointer
    ) throws(ByteSourceError) -> Int {
        try server.agree(on: place.part)
        return try upstream.read(at: offset, upTo: end, into: part)
    }

    private func readFile(_ offset: Int64, _ part: UnsafeMutableRawBufferPointer) -> Int {
        do throws(DownloadProblem) {
            if let sealed { return try sealed.read(at: offset, into: part) }
            return try file.read(at: offset, into: part)
        } catch {
            Log.shared.write(.error, "downloads", error.detail)
            return 0
        }
    }

    /// Reads the fetched spans from the journal. They stay readable if the file is renamed or deleted: it is open.
    private func look() {
        let now = clock.now
        if let lastGlance, now - lastGlance < Self.glance { return }
        lastGlance = now
        guard Disk.exists(place.journal) else {
            if isFinished { covered.insert(0..<length) }
            return
        }
        guard let bytes = try? Disk.contents(place.journal), let journal = SpanJournal(bytes),
            // Ignores the journal of another version that is being fetched now.
            let head = journal.head, head == version
        else { return }
        for entry in journal.entries where entry.boot == Disk.bootID { covered.insert(entry.span) }
        // The download's next run proves these entries and records them under the present boot.
        unproven = journal.entries.filter { $0.boot != Disk.bootID && !covered.contains($0.span) }
    }

    /// A finished file has its final name and no journal. A restarted file is deleted after its journal.
    private var isFinished: Bool {
        let size = sealed == nil ? length : SealedFormat.size(ofPlain: length)
        do throws(DownloadProblem) {
            guard !Disk.exists(place.part), try file.hasName() else { return false }
            return try file.size() == size
        } catch {
            Log.shared.write(.error, "downloads", error.detail)
            return false
        }
    }

    private func prove(_ offset: Int64) {
        guard let index = unproven.firstIndex(where: { $0.span.contains(offset) }) else { return }
        let entry = unproven.remove(at: index)
        let lies = sealed == nil ? entry.span : SealedFormat.place(of: entry.span)
        var bytes = [UInt8](repeating: 0, count: lies.count)
        do throws(DownloadProblem) {
            guard try file.read(at: lies.lowerBound, &bytes) == lies.count else { return }
        } catch {
            Log.shared.write(.error, "downloads", error.detail)
            return
        }
        if bytes.withUnsafeBytes(XXHash64.hash) == entry.hash { covered.insert(entry.span) }
    }
}
