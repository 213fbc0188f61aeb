import PlayCore
import Testing

@testable import Streaming

@Suite("Sound without a container")
struct PackedAudioTests {
    /// An ID3 tag with so many bytes behind its head.
    private static func tag(_ length: Int, flags: UInt8 = 0) -> [UInt8] {
        Array("ID3".utf8) + [4, 0, flags, 0, 0, UInt8(length >> 7), UInt8(length & 0x7F)]
            + [UInt8](repeating: 7, count: length)
    }

    @Test("a tag says its own length; what is none has none")
    func length() {
        #expect(PackedAudio.tagLength(Self.tag(300)) == 310)
        #expect(PackedAudio.tagLength(Self.tag(20, flags: 0x10)) == 40)
        #expect(PackedAudio.tagLength([0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 20)) == 0)
        #expect(PackedAudio.tagLength(Array("ID3".utf8)) == 0)
    }
}
