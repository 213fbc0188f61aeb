import PlayCore

/// The start times of a segment's tracks, found in its first bytes without a demuxer: in a transport stream's first PES
/// headers (ISO 13818-1, 2.4.3.7), or in a fragment's `tfdt` (ISO 14496-12, 8.8.12). Some servers restart the times
/// without `EXT-X-DISCONTINUITY`, and a demuxer that continued would misplace everything after it.
struct SegmentTimes: Equatable {
    private let first: [Int: MediaTime]
    /// The start times of the last pictures or sounds of a whole transport stream.
    private let last: [Int: MediaTime]

    /// Bytes of a segment to examine.
    static let headSize = 188 * 12
    private static let packetSize = 188
    private static let tailPackets = 4000
    private static let tolerance = MediaTime.milliseconds(200)
    private static let farthest = MediaTime.seconds(10)
    /// The range of 33 bits at 90 kHz.
    private static let wrap = MediaTime(nanoseconds: Int64((Double(1 << 33) / 90_000 * 1e9).rounded()))

    /// - Parameter timescales: a fragmented MP4's; empty for other containers.
    init(_ bytes: [UInt8], timescales: [Int: Int64]) {
        guard timescales.isEmpty else {
            first = Self.fragment(bytes.prefix(Self.headSize), timescales)
            last = [:]
            return
        }
        first = Self.stream(bytes, packets: 0..<Self.headSize / Self.packetSize) { first, _ in first }
        let count = bytes.count / Self.packetSize
        last = Self.stream(bytes, packets: max(0, count - Self.tailPackets)..<count) { max($0, $1) }
    }

    /// Returns whether the next segment's times do not continue these. `distance` is between the starts, by the list.
    func isBroken(before next: SegmentTimes, distance: MediaTime, duration: MediaTime) -> Bool {
        for (track, begin) in first.sorted(by: { $0.key < $1.key }) {
            guard let time = next.first[track] else { continue }
            // Without the last packet, assumes half of what the playlist promises.
            let end = last[track] ?? begin + min(distance, duration).scaled(by: 0.5)
            if abs(time + Self.wrap - end) < Self.farthest { return false }
            let isBack = time < end - Self.tolerance
            let isAhead = time - begin - distance > max(Self.farthest, duration + duration)
            return isBack || isAhead
        }
        return false
    }

    private func abs(_ time: MediaTime) -> MediaTime { max(time, .zero - time) }

    // MARK: transport streams

    private static func stream(
        _ bytes: [UInt8], packets: Range<Int>, choosing: (MediaTime, MediaTime) -> MediaTime
    ) -> [Int: MediaTime] {
        guard bytes.first == 0x47, bytes.count >= packetSize else { return [:] }
        var times: [Int: MediaTime] = [:]
        for packet in packets {
            let start = packet * packetSize
            guard start + packetSize <= bytes.count, bytes[start] == 0x47 else { break }
            guard bytes[start + 1] & 0x40 != 0 else { continue }
            guard let (pid, time) = header(bytes[start..<start + packetSize]) else { continue }
            times[pid] = times[pid].map { choosing($0, time) } ?? time
        }
        return times
    }

    /// Returns the decoding time of a packet that begins a picture or a sound.
    private static func header(_ packet: ArraySlice<UInt8>) -> (pid: Int, time: MediaTime)? {
        var reader = BigEndianReader(Array(packet))
        guard let head = reader.number(4), head & 0x10 != 0 else { return nil }
        if head & 0x20 != 0 {
            guard let length = reader.number(1), reader.skip(Int(length)) else { return nil }
        }
        guard let code = reader.number(4), code >> 8 == 1, (0xC0...0xEF).contains(code & 0xFF) || code & 0xFF == 0xBD,
            reader.skip(3), let flags = reader.number(1), flags & 0x80 != 0, reader.skip(1),
            let presentation = reader.number(5)
        else { return nil }
        let decoding = flags & 0x40 != 0 ? reader.number(5) : nil
        return (Int(head >> 8 & 0x1FFF), time(decoding ?? presentation))
    }

    /// Extracts the 33 bits between the marker bits.
    private static func time(_ field: UInt64) -> MediaTime {
        let ticks = (field >> 33 & 7) << 30 | (field >> 17 & 0x7FFF) << 15 | field >> 1 & 0x7FFF
        return MediaTime(nanoseconds: Int64(ticks) * 100_000 / 9)
    }

    // MARK: fragmented MP4

    private static func fragment(_ bytes: ArraySlice<UInt8>, _ timescales: [Int: Int64]) -> [Int: MediaTime] {
        var times: [Int: MediaTime] = [:]
        for traf in boxes(BigEndianReader(Array(bytes)), "moof", "traf") {
            guard var head = boxes(traf, "tfhd").first, head.skip(4), let track = head.number(4),
                var decode = boxes(traf, "tfdt").first, let version = decode.number(1), decode.skip(3),
                let ticks = decode.number(version == 0 ? 4 : 8), ticks < 1 << 62,
                let timescale = timescales[Int(track)], timescale > 0
            else { continue }
            let (seconds, rest) = Int64(ticks).quotientAndRemainder(dividingBy: timescale)
            guard seconds < 1 << 32 else { continue }
            times[Int(track)] = MediaTime(nanoseconds: seconds * 1_000_000_000 + rest * 1_000_000_000 / timescale)
        }
        return times
    }

    /// Returns the ticks per second of an initialisation section's tracks.
    static func timescales(_ section: [UInt8]) -> [Int: Int64] {
        var result: [Int: Int64] = [:]
        for track in boxes(BigEndianReader(section), "moov", "trak") {
            guard var head = boxes(track, "tkhd").first, let version = head.number(1),
                head.skip(version == 0 ? 11 : 19), let id = head.number(4),
                var media = boxes(track, "mdia", "mdhd").first, let version = media.number(1),
                media.skip(version == 0 ? 11 : 19), let scale = media.number(4)
            else { continue }
            result[Int(id)] = Int64(scale)
        }
        return result
    }

    /// Returns the boxes' contents at the end of a path, also of a truncated box.
    private static func boxes(_ reader: BigEndianReader, _ path: String...) -> [BigEndianReader] {
        path.reduce([reader]) { bodies, name in
            bodies.flatMap { body in
                var (body, found) = (body, [BigEndianReader]())
                while let head = body.box() {
                    let length = min(head.bodyLength, body.left)
                    if head.type == name, let inside = body.sub(length) { found.append(inside) }
                    guard body.skip(length) else { break }
                }
                return found
            }
        }
    }
}
