import PlayCore
import TestSupport
import Testing

@testable import Subtitles

/// Screens of captions, which arrive one by one without an end.
@Suite struct CaptionTrackTests {
    private static let packets = SubtitlePackets(format: .captions)

    private static func cue(_ text: String, _ milliseconds: Int) -> Cue? {
        packets.cue(
            text.isEmpty ? [] : Array("0,0,Default,,0,0,0,,\(text)".utf8), start: .milliseconds(milliseconds), end: nil)
    }

    private static func track(_ screens: (String, Int)...) -> SubtitleTrack {
        SubtitleTrack(
            origin: .container(stream: 9), format: .captions, cues: screens.compactMap { cue($0.0, $0.1) })
    }

    private func shown(_ track: SubtitleTrack, _ milliseconds: Int) -> [String] {
        track.index.active(at: .milliseconds(milliseconds)).map(\.text)
    }

    @Test("ADV-21: a screen replaces the previous one, and an empty screen shows nothing")
    func screens() {
        var track = Self.track(("A", 1000), ("A B", 1500), ("", 2000))
        #expect(shown(track, 1200) == ["A"] && shown(track, 1700) == ["A B"] && shown(track, 2100).isEmpty)
        expect(track.cues.map(\.id), is: [0, 1])
        track.add([Self.cue("C", 3000)].compactMap(\.self))
        #expect(shown(track, 2500).isEmpty && shown(track, 99_000) == ["C"])
    }

    @Test("screens repeated after a seek are not doubled, and a guessed end is corrected")
    func again() {
        // Reading stopped at 2 s, in the middle of the first screen.
        var track = Self.track(("A", 1000), ("", 2000), ("D", 9000))
        #expect(shown(track, 2500).isEmpty)
        track.add([Self.cue("A", 1000), Self.cue("", 4000), Self.cue("B", 5000)].compactMap(\.self))
        #expect(shown(track, 3500) == ["A"] && shown(track, 4500).isEmpty)
        #expect(shown(track, 8000) == ["B"] && shown(track, 9500) == ["D"])
        expect(track.cues.map(\.text), is: ["A", "B", "D"])
        expect(Set(track.cues.map(\.id)).count, is: 3)
        // The screen that was known only in part is replaced.
        track.add([Self.cue("A B", 1000)].compactMap(\.self))
        expect(shown(track, 1500), is: ["A B"])
    }

    @Test("lines of other formats may still overlap")
    func others() {
        let packets = SubtitlePackets(format: .ass)
        let cues = [1, 2].compactMap {
            packets.cue(Array("0,0,Default,,0,0,0,,A\($0)".utf8), start: .seconds($0), end: nil)
        }
        let track = SubtitleTrack(origin: .container(stream: 1), format: .ass, cues: cues)
        expect(shown(track, 3000), is: ["A1", "A2"])
    }
}
