import Encoding
import PlayCore

package struct SpliceMessage: Sendable, Equatable {
    package let cues: [SpliceCue]
    /// On the container's clock, 33 bits of 90 kHz, or `nil` for immediately.
    package let ticks: Int64?
}

/// The binary form of a splice message: `splice_info_section` of SCTE 35 2023, 9.6.
package enum SpliceSection {
    /// Three bytes and a 12-bit length.
    static let limit = 3 + 4095

    private static let tableID: Int64 = 0xFC
    /// `CUEI`.
    private static let identifier: Int64 = 0x4355_4549
    private static let segmentationTag: Int64 = 2
    private static let timeMask: Int64 = 0x1_FFFF_FFFF

    /// - Parameter text: `0x…` in hexadecimal, else Base64. Ignores spaces.
    /// - Throws: `.malformed`, `.unsupported` for encrypted messages and later versions.
    package static func cues(_ text: some StringProtocol) throws(ManifestError) -> [SpliceCue] {
        let text = String(text.filter { !$0.isWhitespace })
        guard text.utf8.count <= 2 * limit + 2 else { throw wrong("too long") }
        let isHexadecimal = text.hasPrefix("0x") || text.hasPrefix("0X")
        let bytes =
            isHexadecimal
            ? Hexadecimal.bytes(text, count: max(1, (text.utf8.count - 1) / 2)) : Base64.decoded(Substring(text))
        guard let bytes else { throw wrong("neither base 16 nor base 64") }
        return try message(bytes).cues
    }

    /// - Throws: as ``cues(_:)``.
    package static func message(_ bytes: [UInt8]) throws(ManifestError) -> SpliceMessage {
        var reader = SpliceReader(bytes)
        guard try reader.number(1) == tableID else { throw wrong("not the table of splices") }
        let head = try reader.number(2)
        // Rejects the long form of sections and private ones.
        guard head & 0xC000 == 0, head & 0xFFF == reader.left else { throw wrong("its length") }
        guard reader.left >= 17, CRC32MPEG.sum(bytes) == 0 else { throw wrong("its checksum") }
        guard try reader.number(1) == 0 else { throw ManifestError(.unsupported, "a splice of another version") }
        // Includes the high bit of the offset added to the times.
        let flags = try reader.number(1)
        guard flags & 0x80 == 0 else { throw ManifestError(.unsupported, "an encrypted splice") }
        let adjustment = (flags & 1) << 32 | (try reader.number(4))
        _ = try reader.number(1)
        let sizes = try reader.number(3)
        let type = try reader.number(1)
        var said = Command()
        if sizes & 0xFFF == 0xFFF {
            // In an old message the command determines its own length.
            guard let command = try command(type, &reader) else {
                throw ManifestError(.unsupported, "a splice command without a length")
            }
            said = command
        } else {
            var body = try reader.part(Int(sizes & 0xFFF))
            said = try command(type, &body) ?? Command()
        }
        var cues = [said.cue].compactMap(\.self)
        let length = Int(try reader.number(2))
        guard length + 4 <= reader.left else { throw wrong("its descriptors") }
        var descriptors = try reader.part(length)
        while descriptors.left > 0 {
            let tag = try descriptors.number(1)
            var body = try descriptors.part(Int(try descriptors.number(1)))
            guard try body.number(4) == identifier, tag == segmentationTag else { continue }
            if let cue = try segmentation(&body) { cues.append(cue) }
        }
        return SpliceMessage(cues: cues, ticks: said.ticks.map { ($0 + adjustment) & timeMask })
    }

    private struct Command {
        var cue: SpliceCue?
        var ticks: Int64?
    }

    private static func command(_ type: Int64, _ reader: inout SpliceReader) throws(ManifestError) -> Command? {
        switch type {
        case 0: return Command()
        case 5: return try insert(&reader)
        case 6: return Command(ticks: try time(&reader))
        default: return nil
        }
    }

    private static func insert(_ reader: inout SpliceReader) throws(ManifestError) -> Command {
        let event = SpliceEvent.insert(try reader.number(4))
        guard try reader.number(1) & 0x80 == 0 else { return Command(cue: .cancelled(event)) }
        let flags = try reader.number(1)
        let (isOut, isWhole, hasDuration, isNow) =
            (flags & 0x80 != 0, flags & 0x40 != 0, flags & 0x20 != 0, flags & 0x10 != 0)
        var ticks = isWhole && !isNow ? try time(&reader) : nil
        if !isWhole {
            // Of separate tracks, the first counts.
            for _ in 0..<(try reader.number(1)) {
                _ = try reader.number(1)
                guard !isNow else { continue }
                let own = try time(&reader)
                ticks = ticks ?? own
            }
        }
        let duration = hasDuration ? MediaTime(ticks: try reader.number(5) & timeMask) : nil
        _ = try reader.number(4)
        return Command(cue: isOut ? .out(event, duration: duration) : .back(event), ticks: ticks)
    }

    /// Reads `splice_time`. Returns `nil` if it has no time.
    private static func time(_ reader: inout SpliceReader) throws(ManifestError) -> Int64? {
        let head = try reader.number(1)
        return head & 0x80 != 0 ? (head & 1) << 32 | (try reader.number(4)) : nil
    }

    /// Returns `nil` if the descriptor is not about adverts.
    private static func segmentation(_ reader: inout SpliceReader) throws(ManifestError) -> SpliceCue? {
        let id = try reader.number(4)
        guard try reader.number(1) & 0x80 == 0 else { return .cancelled(.anySegmentation(id: id)) }
        let flags = try reader.number(1)
        if flags & 0x80 == 0 {
            for _ in 0..<(try reader.number(1)) { _ = try reader.number(6) }
        }
        let duration = flags & 0x40 != 0 ? MediaTime(ticks: try reader.number(5)) : nil
        _ = try reader.number(1)
        _ = try reader.part(Int(try reader.number(1)))
        let type = try reader.number(1)
        _ = try reader.number(2)
        return SpliceEvent.cue(type: type, id: id, duration: duration)
    }

    fileprivate static func wrong(_ reason: String) -> ManifestError {
        ManifestError(.malformed, "a splice: \(reason)")
    }
}

private struct SpliceReader {
    private var reader: BigEndianReader

    init(_ bytes: [UInt8]) { reader = BigEndianReader(bytes) }

    private init(_ reader: BigEndianReader) { self.reader = reader }

    var left: Int { reader.left }

    /// - Parameter length: in bytes, at most six.
    mutating func number(_ length: Int) throws(ManifestError) -> Int64 {
        guard let number = reader.number(length) else { throw SpliceSection.wrong("cut short") }
        return Int64(number)
    }

    /// Returns the next part. Its unread bytes are skipped.
    mutating func part(_ length: Int) throws(ManifestError) -> SpliceReader {
        guard let part = reader.sub(length), reader.skip(length) else { throw SpliceSection.wrong("cut short") }
        return SpliceReader(part)
    }
}

/// CRC-32/MPEG-2 (ISO 13818-1, annex A). The sum is zero for bytes that end with their own checksum.
private enum CRC32MPEG {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index) << 24) { sum, _ in sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7 }
    }

    static func sum(_ bytes: [UInt8]) -> UInt32 {
        bytes.reduce(0xFFFF_FFFF) { $0 << 8 ^ table[Int(UInt8(truncatingIfNeeded: $0 >> 24) ^ $1)] }
    }
}
