import PlayCore
import TestSupport
import Testing

@testable import Media

@Suite("Radio stations")
struct StationTests {
    /// Silence of MPEG-1 layer III at 128 kbit/s, with 38 frames a second.
    private static let mp3 = [[UInt8]](
        repeating: [0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 413), count: 400
    ).flatMap { $0 }

    private func source(_ bytes: [UInt8], from place: Int) -> ScriptedByteSource {
        var script = ScriptedByteSource.Script()
        (script.canSeek, script.knowsSize, script.chunk) = (false, false, 1400)
        return ScriptedByteSource(Array(bytes.dropFirst(place)), script: script)
    }

    @Test(
        "the codec of a station is known from its first frames and its content type, from any start in the stream",
        arguments: [("mp3", "audio/mpeg"), ("aac", "audio/aacp")])
    func knownSoon(_ codec: String, _ type: String) throws {
        let bytes = codec == "mp3" ? Self.mp3 : try Fixtures.source("guessed.aac").contents()
        let source = source(bytes, from: 100)
        let demuxer = try Demuxer(source: source, nameHint: "", contentType: type, cancel: CancelToken())
        expect(demuxer.tracks.map(\.codec), is: [codec])
        #expect(source.reads.last ?? .max < 16_000, "a second of it")
        demuxer.select([0])
        #expect(try demuxer.read() != nil)
    }

    @Test("a wrong content type does not override the codec of the frames")
    func mistaken() throws {
        let source = source(Self.mp3, from: 100)
        let demuxer = try Demuxer(source: source, nameHint: "", contentType: "audio/aac", cancel: CancelToken())
        expect(demuxer.tracks.map(\.codec), is: ["mp3"])
    }
}
