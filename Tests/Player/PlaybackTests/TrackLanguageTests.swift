import PlayCore
import TestSupport
import Testing

@testable import Playback

@Suite("Sound languages")
struct TrackLanguageTests {
    private func track(_ id: Int, _ language: String?, isDefault: Bool = false) -> TrackInfo {
        TrackInfo(
            id: id, kind: .audio(sampleRate: 48_000, channelCount: 2), codec: "aac", language: language, title: nil,
            isDefault: isDefault, isDecodable: true)
    }

    private func chosen(
        _ tracks: [TrackInfo], _ wanted: [String] = [], own: [String] = [],
        _ choice: SessionOptions.TrackChoice = .automatic
    ) -> Int? {
        var options = SessionOptions()
        options.audioTrack = choice
        options.audioLanguages = wanted
        options.ownLanguages = own
        return TrackSelector(tracks: tracks).audio(options).track
    }

    @Test("--alang: the first wanted language precedes the container's default, and a track number precedes both")
    func wanted() {
        let tracks = [track(0, "eng", isDefault: true), track(1, "jpn"), track(2, "ger")]
        expect(chosen(tracks), is: 0)
        expect(chosen(tracks, ["ja"]), is: 1)
        expect(chosen(tracks, ["fr", "de", "ja"]), is: 2)
        expect(chosen(tracks, ["fr"]), is: 0)
        expect(chosen(tracks, ["ja"], .number(3)), is: 2)
        expect(chosen(tracks, ["ja"], .none), is: nil)
    }

    @Test("the locale decides if the container marks no default or several, otherwise the container's default counts")
    func locale() {
        let unmarked = [track(0, "eng"), track(1, "chi")]
        expect(chosen(unmarked, own: ["zh-CN", "zh"]), is: 1)
        expect(chosen(unmarked, own: ["fr"]), is: 0)
        let both = [track(0, "eng", isDefault: true), track(1, "chi", isDefault: true)]
        expect(chosen(both, own: ["zh"]), is: 1)
        let one = [track(0, "eng", isDefault: true), track(1, "chi")]
        expect(chosen(one, own: ["zh"]), is: 0)
    }
}
