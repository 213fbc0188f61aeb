import Media
import TestSupport
import Testing

/// Caption data in coded pictures.
@Suite struct CaptionCarrierTests {
    private static let pair: [UInt8] = [0xFC, 0x94, 0x20]
    private static let data: [UInt8] = Array("GA94".utf8) + [0x03, 0xC1, 0xFF] + pair + [0xFF]

    /// Returns an SEI unit in which the caption message follows another one.
    private static func message(_ header: [UInt8], _ data: [UInt8]) -> [UInt8] {
        let body: [UInt8] = [0xB5, 0x00, 0x31] + data
        return header + [1, 2, 0xAA, 0xBB, 4, UInt8(body.count)] + body + [0x80]
    }

    private func triplets(_ carrier: CaptionCarrier, _ units: [[UInt8]]) -> [UInt8] {
        let bytes = units.flatMap { unit -> [UInt8] in
            switch carrier {
            case .h264(let size?), .hevc(let size?):
                (0..<size).map { UInt8(unit.count >> (8 * (size - 1 - $0)) & 255) } + unit
            default: [0, 0, 0, 1] + unit
            }
        }
        return bytes.withUnsafeBytes { carrier.triplets(in: $0) }
    }

    @Test("captions precede the first slice in H.264, HEVC and MPEG-2, with start codes and with lengths")
    func codecs() {
        let slice: [UInt8] = [0x65, 1, 2, 3]
        let h264 = Self.message([0x06], Self.data)
        for size in [nil, 1, 2, 4] {
            expect(triplets(.h264(lengthSize: size), [[0x09, 0x10], h264, slice]), is: Self.pair)
            #expect(triplets(.h264(lengthSize: size), [[0x09, 0x10], slice]).isEmpty)
        }
        let hevc = Self.message([0x4E, 0x01], Self.data)
        expect(triplets(.hevc(lengthSize: nil), [[0x46, 1, 0x50], hevc, [0x26, 1, 9]]), is: Self.pair)
        expect(triplets(.hevc(lengthSize: 4), [hevc, [0x26, 1, 9]]), is: Self.pair)
        expect(triplets(.mpeg2, [[0xB3, 1, 2], [0x00, 1], [0xB2] + Self.data, [0x01, 5]]), is: Self.pair)
    }

    @Test("captions of a packet's second field are found, and those after all slices are ignored")
    func fields() {
        let user: [UInt8] = [0xB2] + Self.data
        expect(
            triplets(.mpeg2, [[0x00, 1], user, [0x01, 5], [0x00, 2], user, [0x01, 5]]), is: Self.pair + Self.pair)
        #expect(triplets(.mpeg2, [[0x00, 1], [0x01, 5], user]).isEmpty)
    }

    @Test("emulation prevention bytes are removed from caption data")
    func escapes() {
        var data = Self.data
        data.replaceSubrange(7..<10, with: [0xFC, 0, 0, 3, 1])
        data[5] = 0xC2
        // FC 00 00 | 01 FF: the pair, then one that is cut off.
        var message = Self.message([0x06], data)
        message[6] -= 1
        expect(triplets(.h264(lengthSize: nil), [message, [0x65]]).prefix(3), is: [0xFC, 0, 0])
    }

    @Test("data of other providers, of other types and without captions are ignored")
    func others() {
        var provider = Self.message([0x06], Self.data)
        provider[9] = 0x32
        #expect(triplets(.h264(lengthSize: nil), [provider]).isEmpty)
        for change in [(3, UInt8(0x35)), (4, 0x06), (5, 0x81)] {
            var data = Self.data
            data[change.0] = change.1
            #expect(triplets(.mpeg2, [[0xB2] + data]).isEmpty)
        }
    }

    @Test("damaged, truncated and random pictures are read without leaving their bounds")
    func damaged() {
        var random = SeededGenerator(seed: 8)
        let carriers: [CaptionCarrier] = [
            .h264(lengthSize: nil), .h264(lengthSize: 4), .h264(lengthSize: 1), .hevc(lengthSize: nil),
            .hevc(lengthSize: 2), .mpeg2,
        ]
        let whole = [0, 0, 1] + Self.message([0x06], Self.data) + [0, 0, 1, 0xB2] + Self.data + [0, 0, 1, 0x65, 1]
        for _ in 0..<Rounds.of(20_000) {
            var bytes = Array(whole.prefix(Int.random(in: 0...whole.count, using: &random)))
            for _ in 0..<Int.random(in: 0...6, using: &random) where !bytes.isEmpty {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            for carrier in carriers {
                expect(bytes.withUnsafeBytes { carrier.triplets(in: $0) }.count % 3, is: 0)
            }
        }
    }
}
