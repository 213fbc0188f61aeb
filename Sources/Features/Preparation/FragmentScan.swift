struct FragmentScan: Equatable {
    /// Bytes before the first fragment, or `nil` if they are incomplete.
    private(set) var head: Int64?
    /// The starts of the complete fragments, in ticks and in bytes.
    private(set) var starts: [Int64] = []
    private(set) var offsets: [Int64] = []
    /// The end of the last complete fragment, in bytes.
    private(set) var end: Int64 = 0

    /// ISO/IEC 14496-12.
    private enum Box {
        static let fileType = code("ftyp")
        static let movie = code("moov")
        static let fragment = code("moof")
        static let data = code("mdat")
        static let track = code("traf")
        static let decodeTime = code("tfdt")

        private static func code(_ text: StaticString) -> UInt32 {
            text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
        }
    }

    /// The most bytes of a fragment's description (`moof`).
    private static let mostBytes: Int64 = 8 << 20

    /// Scans the part of the file that follows the last scan.
    ///
    /// - Parameter read: reads bytes at an offset; fewer at the end of the file.
    mutating func extend<Failure: Error>(
        to size: Int64, read: (_ offset: Int64, _ count: Int) throws(Failure) -> [UInt8]
    ) throws(Failure) {
        var offset = end
        var (hasType, start): (Bool, (ticks: Int64, offset: Int64)?) = (false, nil)
        while let box = Self.box(try read(offset, 16)), box.size >= box.head, offset + box.size <= size {
            switch box.kind {
            case Box.fileType where offset == 0: hasType = true
            case Box.movie where hasType && head == nil:
                head = offset + box.size
                end = offset + box.size
            case Box.fragment where head != nil && start == nil && box.size <= Self.mostBytes:
                guard let ticks = Self.decodeTime(try read(offset, Int(box.size))), ticks > starts.last ?? -1 else {
                    return
                }
                start = (ticks, offset)
            case Box.data:
                guard let begun = start else { return }
                starts.append(begun.ticks)
                offsets.append(begun.offset)
                (start, end) = (nil, offset + box.size)
            default: return
            }
            offset += box.size
        }
    }

    private static func box(_ bytes: [UInt8]) -> (kind: UInt32, head: Int64, size: Int64)? {
        guard bytes.count >= 8 else { return nil }
        let short = number(bytes[0..<4])
        let kind = UInt32(truncatingIfNeeded: number(bytes[4..<8]))
        guard short == 1 else { return (kind, 8, short) }
        guard bytes.count >= 16 else { return nil }
        return (kind, 16, number(bytes[8..<16]))
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
        Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }

    private static func decodeTime(_ bytes: [UInt8]) -> Int64? {
        guard let track = child(Box.track, of: bytes[8...]), let time = child(Box.decodeTime, of: track.dropFirst(8)),
            time.count >= 16
        else { return nil }
        let body = time.dropFirst(8)
        let isLong = body.first == 1
        guard body.count >= (isLong ? 12 : 8) else { return nil }
        let value = number(body.dropFirst(4).prefix(isLong ? 8 : 4))
        return value >= 0 ? value : nil
    }

    private static func child(_ kind: UInt32, of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var rest = bytes
        while let box = box(Array(rest.prefix(16))), box.size >= box.head, box.size <= Int64(rest.count) {
            if box.kind == kind { return rest.prefix(Int(box.size)) }
            rest = rest.dropFirst(Int(box.size))
        }
        return nil
    }

    mutating func cut(to count: Int) {
        guard count < starts.count else { return }
        end = offsets[count]
        starts.removeSubrange(count...)
        offsets.removeSubrange(count...)
    }
}
