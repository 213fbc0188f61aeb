package import PlayCore

/// The index of a fragmented MP4 file (`sidx`, ISO 14496-12, 8.16.3). A value.
package struct SegmentIndex: Sendable, Equatable {
    package struct Entry: Sendable, Equatable {
        /// It leads to another index, not to media.
        package let isIndex: Bool
        package let range: ByteRange
        /// Ticks.
        package let time: Int64
        package let duration: Int64
    }

    /// Ticks per second.
    package let timescale: Int64
    package let entries: [Entry]

    /// Reads the first index among the boxes in `bytes`.
    /// - Parameter offset: where `bytes` begin in their file.
    /// - Returns: nil when there is no whole index, or one that contradicts itself.
    package static func parse(_ bytes: [UInt8], at offset: Int64) -> SegmentIndex? {
        var boxes = BigEndianReader(bytes)
        while let header = boxes.box() {
            if header.type == "sidx" {
                return boxes.sub(header.bodyLength).flatMap { SegmentIndex($0, end: offset + Int64(header.end)) }
            }
            guard boxes.skip(header.bodyLength) else { return nil }
        }
        return nil
    }

    /// - Parameter end: of the box, in the file: from there the offsets count.
    private init?(_ box: BigEndianReader, end: Int64) {
        var box = box
        guard let version = box.number(1), box.skip(3), box.skip(4), let timescale = box.number(4), timescale > 0,
            let earliest = box.number(version == 0 ? 4 : 8), let first = box.number(version == 0 ? 4 : 8),
            box.skip(2), let count = box.number(2)
        else { return nil }
        guard first <= 1 << 53, earliest <= 1 << 60 else { return nil }
        var position = end + Int64(first)
        var time = Int64(earliest)
        var entries: [Entry] = []
        for _ in 0..<count {
            guard let size = box.number(4), let duration = box.number(4), box.skip(4) else { return nil }
            let length = Int64(size & 0x7FFF_FFFF)
            entries.append(
                Entry(
                    isIndex: size >> 31 == 1, range: ByteRange(offset: position, length: length), time: time,
                    duration: Int64(duration)))
            position += length
            time += Int64(duration)
        }
        self.timescale = Int64(timescale)
        self.entries = entries
    }
}

/// Reads numbers with the high byte first.
private struct BigEndianReader {
    private let bytes: ArraySlice<UInt8>
    private var place: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
        place = 0
    }

    private init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        place = bytes.startIndex
    }

    private var left: Int { bytes.endIndex - place }

    mutating func number(_ length: Int) -> UInt64? {
        guard left >= length else { return nil }
        defer { place += length }
        return bytes[place..<place + length].reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func skip(_ length: Int) -> Bool {
        guard length >= 0, left >= length else { return false }
        place += length
        return true
    }

    func sub(_ length: Int) -> BigEndianReader? {
        left >= length ? BigEndianReader(bytes[place..<place + length]) : nil
    }

    /// The next box's head; nil at the end, and for a length that cannot be.
    mutating func box() -> (type: String, bodyLength: Int, end: Int)? {
        let start = place
        guard let size = number(4), left >= 4 else { return nil }
        let type = String(decoding: bytes[place..<place + 4], as: UTF8.self)
        place += 4
        var length = size
        if size == 1 {
            guard let large = number(8) else { return nil }
            length = large
        }
        let head = UInt64(place - start)
        // Zero: up to the file's end, which cannot be known here.
        guard length >= head, length <= UInt64(Int32.max) else { return nil }
        return (type, Int(length - head), start + Int(length))
    }
}
