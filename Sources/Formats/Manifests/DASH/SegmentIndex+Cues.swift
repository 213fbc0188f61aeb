import PlayCore

/// Reads the index of a WebM file (`Cues`, RFC 9559, 5.1.5): each cluster that a cue names becomes a segment. Positions
/// count from the start of the `Segment` element's content. `Info` declares the ticks.
extension SegmentIndex {
    /// Returns `nil` if the index is incomplete or contradicts itself. Other elements may follow it.
    ///
    /// - Parameters:
    ///   - head: the first bytes of the file, including `Info`.
    ///   - offset: offset of `bytes` in the file.
    package static func parse(cues bytes: [UInt8], head: [UInt8], at offset: Int64) -> SegmentIndex? {
        guard let header = WebMHeader(head) else { return nil }
        var reader = EBMLReader(bytes)
        while let element = reader.next() {
            guard element.id == WebMID.cues else { continue }
            return SegmentIndex(cues: element.content, header, offset)
        }
        return nil
    }

    private init?(cues: EBMLReader, _ header: WebMHeader, _ offset: Int64) {
        var places: [(time: Int64, position: Int64)] = []
        var reader = cues
        while let point = reader.next() {
            guard point.id == WebMID.cuePoint else { continue }
            guard let (ticks, position) = Self.point(point.content), ticks <= 1 << 53, position <= 1 << 53 else {
                return nil
            }
            let (time, isTooLong) = ticks.multipliedReportingOverflow(by: header.scale)
            guard !isTooLong, time <= 1 << 60 else { return nil }
            places.append((time, position + header.start))
        }
        guard !reader.isBroken else { return nil }
        places = Self.byCluster(places)
        guard let first = places.first, first.position >= header.start else { return nil }
        // An index after the clusters ends the last of them.
        let limit = offset > first.position ? offset : nil
        entries = places.indices.map { index in
            let (time, position) = places[index]
            let next = index + 1 < places.count ? places[index + 1] : nil
            let usual = index > 0 ? time - places[index - 1].time : 1_000_000_000
            let left = header.duration > time ? header.duration - time : usual
            let end = next?.position ?? limit
            return Entry(
                isIndex: false, range: ByteRange(offset: position, length: end.map { max(0, $0 - position) }),
                time: time, duration: next.map { $0.time - time } ?? left)
        }
        timescale = 1_000_000_000
        headLength = min(first.position, offset)
    }

    /// Returns each cluster's first time, in order; empty if times go back, which no index does.
    private static func byCluster(_ places: [(time: Int64, position: Int64)]) -> [(time: Int64, position: Int64)] {
        var result: [(time: Int64, position: Int64)] = []
        for place in places.sorted(by: { ($0.position, $0.time) < ($1.position, $1.time) })
        where result.last.map({ place.position > $0.position && place.time > $0.time }) ?? true {
            result.append(place)
        }
        return result
    }

    private static func point(_ content: EBMLReader) -> (ticks: Int64, position: Int64)? {
        var content = content
        var (ticks, position): (Int64?, Int64?)
        while let element = content.next() {
            switch element.id {
            case WebMID.cueTime: ticks = element.content.unsigned
            case WebMID.cueTrackPositions where position == nil:
                var inner = element.content
                while let part = inner.next() {
                    if part.id == WebMID.cueClusterPosition { position = part.content.unsigned }
                }
            default: break
            }
        }
        guard let ticks, let position else { return nil }
        return (ticks, position)
    }
}

private enum WebMID {
    static let segment: UInt64 = 0x1853_8067
    static let info: UInt64 = 0x1549_A966
    static let scale: UInt64 = 0x2AD7B1
    static let duration: UInt64 = 0x4489
    static let cues: UInt64 = 0x1C53_BB6B
    static let cuePoint: UInt64 = 0xBB
    static let cueTime: UInt64 = 0xB3
    static let cueTrackPositions: UInt64 = 0xB7
    static let cueClusterPosition: UInt64 = 0xF1
}

private struct WebMHeader {
    /// Offset of the segment's content in the file.
    let start: Int64
    /// Nanoseconds of a tick.
    var scale: Int64 = 1_000_000
    /// Nanoseconds; 0 if not declared.
    var duration: Int64 = 0

    init?(_ head: [UInt8]) {
        var file = EBMLReader(head)
        while let element = file.next() {
            guard element.id == WebMID.segment else { continue }
            start = Int64(element.content.place)
            var segment = element.content
            while let part = segment.next() {
                guard part.id == WebMID.info else { continue }
                read(part.content)
                return
            }
            return nil
        }
        return nil
    }

    private mutating func read(_ info: EBMLReader) {
        var info = info
        var ticks = 0.0
        while let element = info.next() {
            if element.id == WebMID.scale, let value = element.content.unsigned, (1...1_000_000_000).contains(value) {
                scale = value
            }
            if element.id == WebMID.duration { ticks = element.content.float ?? 0 }
        }
        let length = ticks * Double(scale)
        duration = length > 0 && length < 1e18 ? Int64(length) : 0
    }
}

/// Reads consecutive elements of EBML (RFC 8794). A truncated element is returned as far as it is present.
struct EBMLReader {
    private let bytes: [UInt8]
    /// Offset of the next element in all bytes.
    private(set) var place: Int
    private let end: Int
    private(set) var isBroken = false

    init(_ bytes: [UInt8]) { self.init(bytes, 0, bytes.count) }

    private init(_ bytes: [UInt8], _ place: Int, _ end: Int) {
        self.bytes = bytes
        self.place = place
        self.end = end
    }

    mutating func next() -> (id: UInt64, content: EBMLReader)? {
        guard place < end, !isBroken else { return nil }
        guard let id = variable(most: 4, keepsMark: true), let size = variable(most: 8, keepsMark: false) else {
            isBroken = true
            return nil
        }
        // All ones: unknown size, up to the end of the data.
        let length = size == nil ? end - place : Int(clamping: size ?? 0)
        let stop = length > end - place ? end : place + length
        defer { place = stop }
        guard let id else { return nil }
        return (id, EBMLReader(bytes, place, stop))
    }

    /// Returns `nil` for an invalid number, and `.some(nil)` if all bits are ones.
    private mutating func variable(most: Int, keepsMark: Bool) -> UInt64?? {
        guard place < end else { return nil }
        let first = bytes[place]
        let length = first.leadingZeroBitCount + 1
        guard length <= most, place + length <= end else { return nil }
        let mask: UInt8 = length >= 8 ? 0 : 0xFF >> UInt8(length)
        var value = UInt64(keepsMark ? first : first & mask)
        var isUnknown = first & mask == mask
        for byte in bytes[place + 1..<place + length] {
            value = value << 8 | UInt64(byte)
            isUnknown = isUnknown && byte == 0xFF
        }
        place += length
        return .some(isUnknown && !keepsMark ? nil : value)
    }

    /// The content as a number, or `nil` if it is too large.
    var unsigned: Int64? {
        guard (0...8).contains(end - place) else { return nil }
        return Int64(exactly: bytes[place..<end].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    var float: Double? {
        let bits = bytes[place..<end].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        switch end - place {
        case 4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        case 8: return Double(bitPattern: bits)
        default: return nil
        }
    }
}
