import PlayCore
import TestSupport
import Testing

@Suite("Purposes of tracks")
struct TrackPurposeTests {
    @Test(
        "a track's title determines its purpose",
        arguments: [
            ("English (SDH)", TrackPurpose.hearingImpaired), ("English [CC]", .hearingImpaired), ("CC1", []),
            ("Forced", .forced), ("English (non-forced)", []), ("Français (forcés)", .forced),
            ("Audio description", .described), ("English descriptive, medium", .described),
            ("Hörfilmfassung", .described),
            ("Director's Commentary", .commentary), ("English", []), ("Reinforced concrete", []), ("简体中文（强制）", .forced),
        ] as [(String, TrackPurpose)])
    func titles(_ title: String, _ purpose: TrackPurpose) {
        expect(TrackPurpose(title: title), is: purpose)
    }

    @Test("a video's title sets no purpose, and sound is never forced")
    func kinds() {
        func purpose(_ kind: TrackInfo.Kind, _ title: String) -> TrackPurpose {
            TrackInfo(
                id: 0, kind: kind, codec: "", language: nil, title: title, isDefault: false, isDecodable: true
            ).purpose
        }
        expect(purpose(.video(width: 1, height: 1, framesPerSecond: nil), "Commentary"), is: [])
        expect(purpose(.audio(sampleRate: 48_000, channelCount: 2), "Forced commentary"), is: .commentary)
        expect(purpose(.subtitle(isPicture: false), "Forced"), is: .forced)
    }

    private struct Sound: TrackTraits, Equatable {
        let language: String?
        var purpose: TrackPurpose = []
        var isDefault = false
    }

    private func chosen(
        _ sounds: [Sound], _ wanted: [String] = [], own: [String] = [], taste: Sound? = nil
    ) -> Int? {
        let sound = sounds.soundToPlay(wanted: wanted, own: own, taste: taste.flatMap { TrackTaste($0) })
        return sound.flatMap { sounds.firstIndex(of: $0) }
    }

    @Test("plain sound plays before described sound and commentary, unless one of those is the only default")
    func plainFirst() {
        let described = Sound(language: "en", purpose: .described)
        let commentary = Sound(language: "en", purpose: .commentary)
        let plain = Sound(language: "eng")
        expect(chosen([described, plain]), is: 1)
        expect(chosen([commentary, described, plain], ["en"]), is: 2)
        expect(chosen([described, plain], own: ["en"]), is: 1)
        expect(chosen([commentary, described]), is: 1)
        let marked = Sound(language: "en", purpose: .described, isDefault: true)
        expect(chosen([marked, plain]), is: 0)
        expect(chosen([marked, plain], ["en"]), is: 0)
        expect(chosen([marked, Sound(language: "eng", isDefault: true)]), is: 1)
        expect(chosen([marked, Sound(language: "de", purpose: .described), Sound(language: "de")], ["de"]), is: 2)
        expect(chosen([]), is: nil)
    }

    @Test("sound like the last choice plays first, then sound in its language")
    func taste() {
        let described = Sound(language: "en", purpose: .described)
        let plain = Sound(language: "eng", isDefault: true)
        let french = Sound(language: "fre")
        expect(chosen([plain, french, described], ["fr"], taste: Sound(language: "eng", purpose: .described)), is: 2)
        expect(chosen([french, plain], taste: Sound(language: "en", purpose: .described)), is: 1)
        expect(chosen([french, plain], ["fr"], taste: Sound(language: "und")), is: 0)
    }

    @Test("sound in a separate file plays before the film's, and a named file before one that was found")
    func external() {
        func track(_ id: Int, language: String?, external: ExternalTrack?) -> TrackInfo {
            var info = TrackInfo(
                id: id, kind: .audio(sampleRate: 48_000, channelCount: 2), codec: "aac", language: language, title: nil,
                isDefault: external == nil, isDecodable: true)
            info.external = external
            return info
        }
        let own = track(0, language: "en", external: nil)
        let found = track(1, language: "fr", external: ExternalTrack(name: "/found.mka", isFound: true))
        let named = track(2, language: nil, external: ExternalTrack(name: "/named.mka"))
        expect([own, found, named].soundToPlay(wanted: ["en"])?.id, is: 2)
        expect([own, found].soundToPlay(wanted: ["en"])?.id, is: 1)
        expect([own, found, named].soundToPlay(taste: TrackTaste(own))?.id, is: 0, "the viewer chose it")
    }
}
