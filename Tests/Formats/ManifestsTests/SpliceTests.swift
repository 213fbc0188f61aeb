import Manifests
import PlayCore
import TestSupport
import Testing

/// Splice messages as in SCTE 35 2023, clause 14, and hostile ones.
@Suite("Splices")
struct SpliceTests {
    static let insert = "/DAvAAAAAAAA///wFAVIAACPf+/+c2nALv4AUsz1AAAAAAAKAAhDVUVJAAABNWLbowo="
    private static let opportunity = "/DA0AAAAAAAA///wBQb+cr0AUAAeAhxDVUVJSAAAjn/PAAGlmbAICAAAAAAsoKGKNAIAmsnRfg=="
    private static let end = "/DAvAAAAAAAA///wBQb+dGKQoAAZAhdDVUVJSAAAjn+fCAgAAAAALKChijUCAKnMZ1g="
    private static let programme =
        "/DBIAAAAAAAA///wBQb+ek2ItgAyAhdDVUVJSAAAGH+fCAgAAAAALMvDRBEAAAIXQ1VFSUgAABl/nwgIAAAAACyk26AQAACZcuND"

    private static func duration(_ ticks: Double) -> MediaTime { MediaTime(seconds: ticks / 90_000) }

    @Test(
        "the standard's own messages are an insert with its duration, an opportunity and its end"
    )
    func standard() throws {
        try expect(
            SpliceSection.cues(Self.insert), is: [.out(.insert(0x4800_008F), duration: Self.duration(5_426_421))])
        let event = SpliceEvent.segmentation(type: 0x34, id: 0x4800_008E)
        try expect(SpliceSection.cues(Self.opportunity), is: [.out(event, duration: Self.duration(27_630_000))])
        try expect(SpliceSection.cues(Self.end), is: [.back(event)])
        try expect(SpliceSection.cues(Self.programme), is: [])
    }

    @Test("base 16 and base 64 with blanks have the same meaning")
    func texts() throws {
        let bytes = try #require(Self.bytes(Self.insert))
        let digits = bytes.map { byte in
            let text = String(byte, radix: 16, uppercase: true)
            return text.count == 1 ? "0" + text : text
        }
        let cues = try SpliceSection.cues(Self.insert)
        try expect(SpliceSection.cues("0x" + digits.joined()), is: cues)
        try expect(SpliceSection.cues("\n  \(Self.insert.prefix(20)) \n \(Self.insert.dropFirst(20))\t"), is: cues)
    }

    /// Returns the standard's message as another sender would write it.
    private static func changed(_ text: String, _ change: (inout [UInt8]) -> Void) throws -> [UInt8] {
        var bytes = Array(try #require(Self.bytes(text)).dropLast(4))
        change(&bytes)
        return SpliceMessages.signed(bytes)
    }

    @Test("a wrong checksum, length, table or version and an encrypted message are refused")
    func refused() throws {
        func code(_ bytes: [UInt8]) -> ManifestError.Code? {
            do throws(ManifestError) {
                _ = try SpliceSection.message(bytes).cues
                return nil
            } catch {
                return error.code
            }
        }
        let bytes = try #require(Self.bytes(Self.insert))
        expect(code(bytes), is: nil)
        for index in bytes.indices {
            var wrong = bytes
            wrong[index] ^= 1
            #expect(code(wrong) != nil, "byte \(index)")
        }
        for length in 0..<bytes.count { expect(code(Array(bytes.prefix(length))), is: .malformed) }
        expect(code(bytes + [0]), is: .malformed)
        try expect(code(try Self.changed(Self.insert) { $0[0] = 0xFD }), is: .malformed)
        try expect(code(try Self.changed(Self.insert) { $0[3] = 1 }), is: .unsupported)
        try expect(code(try Self.changed(Self.insert) { $0[4] |= 0x80 }), is: .unsupported)
        // The command's length is unknown, as old senders write it, and then too long.
        try expect(code(try Self.changed(Self.insert) { ($0[11], $0[12]) = ($0[11] | 0x0F, 0xFF) }), is: nil)
        try expect(code(try Self.changed(Self.insert) { $0[12] = 0xF0 }), is: .malformed)
        try expect(code(try Self.changed(Self.insert) { $0[13] = 4 }), is: nil, "another command says nothing")
    }

    @Test("cancellations and returns are read as such")
    func cancelled() throws {
        let cancelled = try SpliceSection.message(Self.changed(Self.insert) { $0[18] |= 0x80 })
        expect(cancelled.cues, is: [.cancelled(.insert(0x4800_008F))])
        let back = try SpliceSection.message(Self.changed(Self.insert) { $0[19] &= 0x7F })
        expect(back.cues, is: [.back(.insert(0x4800_008F))])
    }

    @Test("mutated messages, most with a valid checksum, end in a value or an error", arguments: 0..<4)
    func mutated(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let samples = try [Self.insert, Self.opportunity, Self.end, Self.programme].map {
            Array(try #require(Self.bytes($0)).dropLast(4))
        }
        let rounds = Rounds.of(3000)
        var read = 0
        for round in 0..<rounds {
            var bytes = samples[round % samples.count]
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
                case 2 where bytes.count > 20: bytes.removeSubrange(place..<min(bytes.count, place + 3))
                default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
                }
            }
            if round % 8 != 0, bytes.count > 3 {
                // The length is also right, so that the content is reached.
                (bytes[0], bytes[1], bytes[2]) = (0xFC, 0x30, UInt8(truncatingIfNeeded: bytes.count + 1))
                bytes = SpliceMessages.signed(bytes)
            }
            do throws(ManifestError) {
                let cues = try SpliceSection.message(bytes).cues
                #expect(cues.count <= 64)
                read += 1
            } catch {
                #expect([.malformed, .unsupported].contains(error.code))
            }
        }
        #expect(read > rounds / 10, "\(read)")
    }

    static func bytes(_ text: String) -> [UInt8]? {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var (result, bits, count): ([UInt8], UInt32, UInt32) = ([], 0, 0)
        for byte in text.utf8 where byte != UInt8(ascii: "=") {
            guard let value = digits.firstIndex(of: byte) else { return nil }
            (bits, count) = (bits << 6 | UInt32(value), count + 6)
            if count >= 8 {
                count -= 8
                result.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        return result
    }
}
