import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Streaming

@Suite("Definitions of a prepared film")
struct FilmLadderTests {
    static func rendition(
        _ name: String, _ width: Int, _ height: Int, starts: [Int64] = [0, 16_000, 32_000]
    ) -> PreparedRendition {
        PreparedRendition(
            name: name, width: width, height: height, framesPerSecond: 30, averageBits: height * 1000,
            peakBits: height * 2000, codec: "avc1.64001F", timescale: 16_000, starts: starts,
            offsets: starts.indices.map { 800 + Int64($0) * 1000 }, size: 5000, end: (starts.last ?? 0) + 16_000)
    }

    private func ladder(rotation: Rotation = .none) throws -> FilmLadder {
        let track = TrackInfo(
            id: 3, kind: .video(width: 1280, height: 720, framesPerSecond: 30), codec: "hevc", language: nil,
            title: nil, isDefault: true, isDecodable: true)
        return try #require(
            FilmLadder(
                [Self.rendition("480p", 854, 480), Self.rendition("240p", 426, 240)], track, rotation: rotation,
                bitRate: 100))
    }

    private func chosen(_ width: Int, _ height: Int, rotation: Rotation = .none) throws -> String {
        let ladder = try ladder(rotation: rotation)
        let cap = DisplayCap(grid: PixelGrid(width: width, height: height, pixelAspect: 1), scaling: .aspectFit)
        return ladder.definitions[ladder.choice(within: cap)].definitionKey.rawValue
    }

    @Test("the smallest rendition that fills the screen is chosen: 240p for half-blocks of 80x24 and 160x45")
    func choice() throws {
        try expect(chosen(80, 48), is: "240p")
        try expect(chosen(160, 90), is: "240p")
        try expect(chosen(426, 240), is: "240p")
        try expect(chosen(480, 270), is: "480p")
        try expect(chosen(1920, 1080), is: "720p")
        let ladder = try ladder()
        // Without a known screen the original is chosen.
        expect(ladder.choice(within: nil), is: ladder.original)
        expect(ladder.definitions.map(\.definitionKey.rawValue), is: ["240p", "480p", "720p"])
    }

    @Test("a film rotated by 90 degrees is measured upright")
    func turned() throws {
        try expect(chosen(240, 426, rotation: .clockwise90), is: "240p")
        try expect(chosen(300, 500, rotation: .clockwise90), is: "480p")
        try expect(ladder(rotation: .clockwise90).definitions[0].height, is: 426)
    }

    @Test("while a rendition plays, its track describes it, and all other tracks are the film's own")
    func tracks() throws {
        let ladder = try ladder()
        let sound = TrackInfo(
            id: 1, kind: .audio(sampleRate: 48_000, channelCount: 2), codec: "aac", language: "en", title: nil,
            isDefault: true, isDecodable: true)
        let shown = ladder.tracks([sound, ladder.track], showing: 0)
        expect(shown.map(\.id), is: [1, 3])
        expect(shown[0], is: sound)
        expect(shown[1].kind, is: .video(width: 426, height: 240, framesPerSecond: 30))
        expect(shown[1].codec, is: "h264")
        expect(ladder.tracks([sound, ladder.track], showing: ladder.original)[1], is: ladder.track)
    }

    @Test("a rendition with the same name as the film's own definition is refused")
    func sameName() {
        let track = TrackInfo(
            id: 0, kind: .video(width: 426, height: 240, framesPerSecond: 30), codec: "h264", language: nil,
            title: nil, isDefault: true, isDecodable: true)
        expect(FilmLadder([Self.rendition("240p", 426, 240)], track, rotation: .none, bitRate: nil), is: nil)
    }

    @Test("a jump finds the key frame before or after its target, even if a time was rounded")
    func fragments() {
        let rendition = Self.rendition("240p", 426, 240)
        expect(rendition.start(of: 2), is: .seconds(2))
        expect(rendition.fragment(atOrBefore: .milliseconds(1999)), is: 2)
        expect(rendition.fragment(atOrBefore: .milliseconds(1500)), is: 1)
        expect(rendition.fragment(atOrAfter: .milliseconds(1500)), is: 2)
        expect(rendition.fragment(atOrAfter: .milliseconds(2001)), is: 2)
        expect(rendition.fragment(atOrAfter: .seconds(3)), is: nil)
        let late = Self.rendition("240p", 426, 240, starts: [1600, 16_000])
        expect(late.fragment(atOrBefore: .zero), is: nil)
    }
}
