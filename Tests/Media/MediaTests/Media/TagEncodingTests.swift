import PlayCore
import TestSupport
import Testing

@testable import Media

@Suite("Encodings of tags")
struct TagEncodingTests {
    // 晴天, 周杰伦, 叶惠美
    private static let title: [UInt8] = [0xC7, 0xE7, 0xCC, 0xEC]
    private static let artist: [UInt8] = [0xD6, 0xDC, 0xBD, 0xDC, 0xC2, 0xD7]
    private static let album: [UInt8] = [0xD2, 0xB6, 0xBB, 0xDD, 0xC3, 0xC0]

    /// Returns the bytes as FFmpeg delivers text that it takes for Latin-1.
    private static func latin(_ bytes: [UInt8]) -> [UInt8] {
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(Unicode.Scalar(byte)) }
        return Array(String(text).utf8)
    }

    private func texts(_ values: [[UInt8]], mayHoldID3: Bool = true, codePage: String? = nil) -> [String] {
        let encoding = TagEncoding(values, mayHoldID3: mayHoldID3, codePage: codePage)
        return values.map(encoding.text)
    }

    @Test("tags in GBK are decoded, both from raw bytes and from ID3's Latin-1")
    func chinese() {
        let values = [Self.title, Self.artist, Self.album]
        expect(texts(values), is: ["晴天", "周杰伦", "叶惠美"])
        expect(texts(values.map(Self.latin)), is: ["晴天", "周杰伦", "叶惠美"])
        expect(texts([Self.title], codePage: "gbk"), is: ["晴天"])
        expect(texts([Self.latin(Self.title)], codePage: "gbk"), is: ["晴天"])
    }

    @Test("Latin-1 and UTF-8 tags, and those of other containers, stay unchanged")
    func others() {
        let latin = ["Björk", "Jóga", "Für Elise", "Ágætis byrjun", "Amélie – été"].map { Array($0.utf8) }
        expect(texts(latin), is: ["Björk", "Jóga", "Für Elise", "Ágætis byrjun", "Amélie – été"])
        expect(texts([Self.latin(Array("晴天".utf8))]), is: ["晴天"])
        expect(texts([Array("晴天".utf8), Array("é".utf8)]), is: ["晴天", "é"])
        expect(texts([Self.latin(Self.artist)], mayHoldID3: false), is: ["ÖÜ½ÜÂ×"])
        expect(texts([]), is: [])
    }

    @Test("the GBK title of an MP3 is read from the file")
    func file() throws {
        func frame(_ id: String, _ text: [UInt8]) -> [UInt8] {
            Array(id.utf8) + [0, 0, 0, UInt8(text.count + 1), 0, 0, 0] + text
        }
        let frames = frame("TIT2", Self.title) + frame("TPE1", Self.artist) + frame("TALB", Self.album)
        var bytes: [UInt8] = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(frames.count)] + frames
        // Silence: MPEG-1 layer III, 128 kbit/s, 44.1 kHz.
        for _ in 0..<20 { bytes += [0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 413) }
        let demuxer = try Demuxer(source: BytesInMemory(bytes), nameHint: "a.mp3", cancel: CancelToken())
        #expect(demuxer.tags.title == "晴天" && demuxer.tags.artist == "周杰伦" && demuxer.tags.album == "叶惠美")
    }
}
