import ByteCaches
import Manifests
import PlayCore
import PlaybackModel

/// The decrypted bytes of a segment or an initialisation section, kept as they arrive. Used on the `demux` thread.
final class SegmentBody {
    private(set) var bytes: [UInt8] = []
    private(set) var isComplete = false
    private var reader: ResourceReader
    /// The bytes' place in an earlier request's response. `nil` if the body has its own request.
    private var slice: Slice?
    let isExpected: Bool
    private var cipher: SegmentCipher?
    /// Whether the bytes may be unencrypted although a key applies.
    private let mayBeClear: Bool

    /// The place of the bytes in a response that other bodies may share.
    struct Slice {
        /// ``place`` is the next byte's offset. ``end`` follows the last byte; `nil` is the resource's end.
        var place: Int64
        let end: Int64?
        /// Creates a reader for a range that the response lacks.
        let rest: (ByteRange) -> ResourceReader
    }

    /// `mayBeClear`: packagers encrypt segments, but not initialisation sections, although the key precedes both.
    init(_ reader: ResourceReader, slice: Slice? = nil, _ cipher: SegmentCipher?, mayBeClear: Bool = false) {
        self.reader = reader
        self.slice = slice
        isExpected = slice != nil
        self.cipher = cipher
        self.mayBeClear = mayBeClear
    }

    func reads(_ other: ResourceReader) -> Bool { reader === other }

    func prepare() throws(ByteSourceError) {
        if !isComplete { try reader.prepare() }
    }

    /// Waits for the first bytes. A preload waits for all, because some servers cannot complete a partial segment.
    func start() throws(ByteSourceError) {
        while !isComplete, bytes.isEmpty || reader.isPreload { try fill() }
    }

    /// Waits for a live segment's first bytes. An overloaded server may respond with none.
    ///
    /// - Throws: `.truncated` for an empty body.
    func startLive() throws(ByteSourceError) {
        try start()
        guard isComplete, bytes.isEmpty else { return }
        throw ByteSourceError(.truncated, operation: "read", context: "")
    }

    /// Waits for `count` of the first bytes, or for the end.
    func head(_ count: Int) throws(ByteSourceError) -> [UInt8] {
        while bytes.count < count, !isComplete { try fill() }
        return bytes
    }

    func finish() throws(ByteSourceError) {
        while !isComplete { try fill() }
    }

    var hasArrived: Bool { isComplete || reader.hasArrived }
    var progress: (loaded: Int, total: Int?, receiving: HostTime)? { isExpected ? nil : reader.progress }
    /// The finished transfer. `nil` for a shared response in progress, which cannot be measured.
    var transfer: PlaybackModel.Transfer? { slice != nil && !reader.hasArrived ? nil : reader.transfer }

    /// - Returns: the number of bytes; 0 at the end.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        while bytes.count <= offset, !isComplete { try fill() }
        guard offset < bytes.count else { return 0 }
        let count = min(buffer.count, bytes.count - offset)
        bytes.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count])) }
        return count
    }

    private func fill() throws(ByteSourceError) {
        guard cipher != nil else {
            isComplete = try !append(to: &bytes)
            return
        }
        var encrypted: [UInt8] = []
        // These bytes reveal the container.
        while !isComplete, encrypted.count < 8 { isComplete = try !append(to: &encrypted) }
        if mayBeClear, bytes.isEmpty, Self.isClear(encrypted) { cipher = nil }
        guard let cipher else {
            bytes += encrypted
            return
        }
        bytes += try cipher.add(encrypted)
        if isComplete { bytes += try cipher.finish() }
    }

    /// Returns whether the bytes begin like MP4 or WebM.
    private static func isClear(_ head: [UInt8]) -> Bool {
        head.starts(with: [0x1A, 0x45, 0xDF, 0xA3])
            || ["ftyp", "styp", "moov"].contains(String(decoding: head.dropFirst(4).prefix(4), as: UTF8.self))
    }

    /// - Returns: whether there is more.
    private func append(to bytes: inout [UInt8]) throws(ByteSourceError) -> Bool {
        guard let slice else { return try reader.append(to: &bytes) > 0 }
        if reader.position == slice.place {
            do throws(ByteSourceError) {
                let count = try reader.append(to: &bytes, upTo: slice.end)
                self.slice?.place += Int64(count)
                guard let end = slice.end else { return count > 0 }
                if count > 0 || slice.place == end { return slice.place + Int64(count) < end }
            } catch {
                if error.code == .cancelled { throw error }
                Log.shared.write(.info, "net", "a part is asked for again: \(error.code)")
            }
        }
        // The response has ended, was refused, or was read by another body.
        let range = ByteRange(offset: slice.place, end: slice.end)
        reader = slice.rest(range)
        self.slice = nil
        return try reader.append(to: &bytes) > 0
    }
}

/// Fetched segments with keys and initialisation sections, for reuse. Used on the `demux` thread.
final class SegmentStore {
    struct Key: Hashable {
        let resource: ResourceReference
        let range: ByteRange?
        let iv: [UInt8]?
    }

    /// The bytes to keep: some minutes at the rates that a terminal shows.
    private static let capacity = 64 << 20
    /// The bytes to keep if the disk has the segments, and of live streams, whose packets are kept anyway.
    private static let smallCapacity = 8 << 20
    private let access: ResourceAccess
    /// The bodies by last use, the most recent at the end.
    private var kept: [(key: Key, body: SegmentBody)] = []
    private var secrets: [ResourceReference: [UInt8]] = [:]
    private(set) var reusedBytes: Int64 = 0
    /// The readers of parts requested early, by rendition. A response without a length may contain the next parts, too.
    private var expected: [Int: (resource: ResourceReference, reader: ResourceReader, isOpenEnded: Bool)] = [:]

    init(_ access: ResourceAccess) { self.access = access }

    func body(of segment: Segment) throws(ByteSourceError) -> SegmentBody {
        try body(segment.resource, segment.range, segment.key, segment.number)
    }

    func body(of section: InitSection) throws(ByteSourceError) -> SegmentBody {
        try body(section.resource, section.range, section.key, 0, mayBeClear: true)
    }

    private func body(
        _ resource: ResourceReference, _ range: ByteRange?, _ segmentKey: SegmentKey?, _ number: Int64,
        mayBeClear: Bool = false
    ) throws(ByteSourceError) -> SegmentBody {
        let key = Key(resource: resource, range: range, iv: segmentKey?.iv(segment: number))
        if let index = kept.firstIndex(where: { $0.key == key }) {
            let entry = kept.remove(at: index)
            kept.append(entry)
            if entry.body.isComplete { reusedBytes += Int64(entry.body.bytes.count) }
            return entry.body
        }
        let cipher = try segmentKey.map { key throws(ByteSourceError) in try makeCipher(key, number) }
        let body =
            expectedBody(resource, range, cipher)
            ?? SegmentBody(ResourceReader(resource, range, access: access), cipher, mayBeClear: mayBeClear)
        kept.append((key, body))
        trim()
        return body
    }

    /// Requests the next part without waiting. The server responds once the part exists, within `patience`.
    func expect(_ hint: PreloadHint, of rendition: Int, patience: HostTime) throws(ByteSourceError) {
        if let known = expected[rendition], known.resource == hint.resource,
            known.reader.position == hint.range?.offset ?? 0, known.reader.hasFailed || !known.reader.isExhausted
        {
            // A refused part is requested again once it is listed.
            return
        }
        expected[rendition] = nil
        let reader = ResourceReader(hint.resource, hint.range, patience: patience, access: access)
        try reader.prepare()
        expected[rendition] = (hint.resource, reader, hint.range?.length == nil)
    }

    private func expectedBody(
        _ resource: ResourceReference, _ range: ByteRange?, _ cipher: SegmentCipher?
    ) -> SegmentBody? {
        let found = expected.first {
            $0.value.resource == resource && $0.value.reader.position == range?.offset ?? 0
                && !$0.value.reader.hasFailed
        }
        guard let (rendition, answer) = found else { return nil }
        if range == nil || !answer.isOpenEnded { expected[rendition] = nil }
        let slice = SegmentBody.Slice(place: answer.reader.position, end: range?.end) { [access] range in
            ResourceReader(resource, range, access: access)
        }
        return SegmentBody(answer.reader, slice: slice, cipher)
    }

    func isAtHand(_ segment: Segment) -> Bool {
        guard case .address = segment.resource else { return true }
        let key = Key(
            resource: segment.resource, range: segment.range, iv: segment.key?.iv(segment: segment.number))
        return kept.contains { $0.key == key && $0.body.isComplete } || access.isKept(segment.resource, segment.range)
    }

    /// Drops incomplete bodies that are no longer wanted.
    func dropUnfinished() {
        kept.removeAll { !$0.body.hasArrived }
        expected = [:]
    }

    /// Drops a failed body, so that the next try sends a new request.
    func drop(_ body: SegmentBody) {
        kept.removeAll { $0.body === body }
        expected = expected.filter { !body.reads($0.value.reader) }
    }

    private func makeCipher(_ key: SegmentKey, _ number: Int64) throws(ByteSourceError) -> SegmentCipher {
        guard case .whole(let cipher) = key.method, let resource = key.resource else {
            throw ByteSourceError(.notPermitted, operation: "decrypt", context: "")
        }
        let iv = try key.vector.map { vector throws(ByteSourceError) in try secret(vector) }
        return try SegmentCipher(cipher, key: try secret(resource), iv: iv ?? key.iv(segment: number))
    }

    private func secret(_ resource: ResourceReference) throws(ByteSourceError) -> [UInt8] {
        if let known = secrets[resource] { return known }
        let bytes = try access.bytes(resource, nil, kind: .encryptionKey, limit: 1024)
        secrets[resource] = bytes
        return bytes
    }

    private func trim() {
        var total = kept.reduce(0) { $0 + $1.body.bytes.count }
        let capacity = access.ahead == nil && !access.isLive ? Self.capacity : Self.smallCapacity
        while total > capacity, kept.count > 4 { total -= kept.removeFirst().body.bytes.count }
    }
}
