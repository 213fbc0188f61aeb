import PlayCore
import TestSupport
import Testing

@testable import Streaming

@Suite("Sound without a container")
struct PackedAudioTests {
    /// Returns an ID3 tag with this many bytes after its header.
    private static func tag(_ length: Int, flags: UInt8 = 0) -> [UInt8] {
        Array("ID3".utf8) + [4, 0, flags, 0, 0, UInt8(length >> 7), UInt8(length & 0x7F)]
            + [UInt8](repeating: 7, count: length)
    }

    @Test("the length of a tag is read from the tag, and is 0 without one")
    func length() {
        expect(PackedAudio.tagLength(Self.tag(300)), is: 310)
        expect(PackedAudio.tagLength(Self.tag(20, flags: 0x10)), is: 40)
        expect(PackedAudio.tagLength([0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 20)), is: 0)
        expect(PackedAudio.tagLength(Array("ID3".utf8)), is: 0)
    }

    @Test("a tag tells when its segment begins, in 33 bits of 90 kHz, and without such a tag the time is unknown")
    func time() {
        for (number, ticks) in [(0, 900_000), (1, 1_080_480), (2, 1_260_960)] {
            let time = PackedAudio.time(StreamBytes.packedAudio["s\(number).aac"] ?? [])
            expect(time, is: MediaTime(nanoseconds: Int64(ticks) * 100_000 / 9))
        }
        let owner = Array("ID3PRIVcom.apple.streaming.transportStreamTimestamp\0".utf8)
        expect(PackedAudio.time(owner + [0xFF, 0xFF, 0xFF, 0xFE, 0, 0, 0, 90]), is: .milliseconds(1))
        expect(PackedAudio.time(owner + [0, 0, 0, 0, 0, 0, 0]), is: nil)
        expect(PackedAudio.time(StreamBytes.file("packed/s0.aac")), is: nil)
    }
}
