package import PlayCore

/// The index of a fragmented MP4 (`sidx`, ISO 14496-12, 8.16.3) or of a WebM (``parse(cues:head:at:)``).
package struct SegmentIndex: Sendable, Equatable {
    package struct Entry: Sendable, Equatable {
        /// Whether it refers to another index, not to media.
        package let isIndex: Bool
        package let range: ByteRange
        /// Ticks.
        package let time: Int64
        package let duration: Int64
    }

    /// Ticks per second.
    package let timescale: Int64
    package let entries: [Entry]
    /// Bytes of the file that a demuxer needs before any segment, or `nil` if only the manifest declares them.
    package let headLength: Int64?

    /// Reads the first index among the boxes. Returns `nil` if it is incomplete or contradicts itself.
    ///
    /// - Parameter offset: offset of `bytes` in their file.
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

    /// - Parameter end: the box's end in the file, from which offsets count.
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
        headLength = nil
        self.timescale = Int64(timescale)
        self.entries = entries
    }
}
