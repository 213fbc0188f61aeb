import PlayCore
import TestSupport
import Testing

@Suite("Text that carries any bytes")
struct ByteTextTests {
    @Test("UTF-8 bytes become the same text", arguments: ["", "film.mkv", "张老师 é.mp4", "e\u{301}\r\n", "😀\u{10FD00}"])
    func utf8(text: String) {
        expect(Array(ByteText.text(Array(text.utf8)).utf8), is: Array(text.utf8))
        expect(ByteText.bytes(text), is: Array(text.utf8))
        expect(ByteText.shown(text), is: text)
    }

    @Test(
        "Bytes that are not UTF-8 are restored from their text",
        arguments: [
            [0xE9], [0x61, 0xFF, 0x62], [0xE4, 0xB8], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF5, 0x80, 0x80, 0x80],
            [0xF4, 0x8F, 0xB8, 0x80], [0xF4, 0x8F, 0xBA, 0x80], [0xF4, 0x8F, 0xBB, 0xBF], [0xF4, 0x8F, 0xBF, 0xBF],
        ])
    func others(bytes: [UInt8]) {
        expect(ByteText.bytes(ByteText.text(bytes)), is: bytes)
    }

    @Test("Any bytes are restored from their text")
    func random() {
        var state: UInt64 = 42
        for length in 0..<400 {
            let bytes = (0..<length).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 56)
            }
            expect(ByteText.bytes(ByteText.text(bytes)), is: bytes)
        }
    }

    @Test("names in GBK are shown as Chinese, also where a pair of bytes is UTF-8 by chance")
    func chinese() {
        // 电影一.mp4, whose second character is valid UTF-8, and 月亮 代表; then "ÄÖ", "é" and "naïve" in Latin-1.
        let film = ByteText.text([0xB5, 0xE7, 0xD3, 0xB0, 0xD2, 0xBB, 0x2E, 0x6D, 0x70, 0x34])
        expect(ByteText.shown(film), is: "电影一.mp4")
        expect(ByteText.shown("/视频/" + film), is: "/视频/电影一.mp4")
        expect(SafeText.clean(film), is: "电影一.mp4")
        expect(ByteText.shown(ByteText.text([0xD4, 0xC2, 0xC1, 0xC1, 0x20, 0xB4, 0xFA, 0xB1, 0xED])), is: "月亮 代表")
        for latin: [UInt8] in [[0xC4, 0xD6], [0xE9], [0x6E, 0x61, 0xEF, 0x76, 0x65], [0xE9, 0xE9, 0x20, 0xE9, 0xE9]] {
            #expect(ByteText.shown(ByteText.text(latin)).contains("\u{FFFD}"))
        }
    }

    @Test("C gets the original bytes, and the screen a replacement for each")
    func edges() {
        let text = ByteText.text([0x61, 0xE9, 0x2E])
        let seen = ByteText.withCString(text) { pointer in
            (0..<4).map { UInt8(bitPattern: pointer[$0]) }
        }
        expect(seen, is: [0x61, 0xE9, 0x2E, 0])
        expect(ByteText.shown(text), is: "a\u{FFFD}.")
    }
}
