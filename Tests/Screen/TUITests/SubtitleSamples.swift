import PlayCore
import PlaybackModel
import Subtitles
import TUI

/// Sample tracks. The position at ``Samples/now`` is 12:34.
enum SubtitleSamples {
    static func cue(
        _ text: String, from start: Int = 753_000, to end: Int = 756_000, placement: CuePlacement = CuePlacement(),
        style: CueStyle = CueStyle()
    ) -> Cue {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { [CueSpan(String($0), style)] }
        return Cue(start: .milliseconds(start), end: .milliseconds(end), placement: placement, lines: lines)
    }

    static func track(_ name: String, _ language: String?, _ cues: [Cue]) -> SubtitleTrack {
        SubtitleTrack(
            origin: .file(path: "/films/" + name), title: name, language: language, format: .subRip, cues: cues)
    }

    static let english = track(
        "road.en.srt", "eng", [cue("We should have taken the other road."), cue("Why?", from: 757_000, to: 758_000)])
    static let chinese = track("road.zh.srt", "zh-Hans", [cue("我们本该走另一条路。")])

    /// Returns a playing item with both tracks, as `--secondary-sid=auto` selects them.
    static func state(
        _ columns: Int = 80, _ rows: Int = 24, wish: SubtitleWish = SubtitleWish(second: .automatic),
        tracks: [SubtitleTrack] = [english, chinese], showsBar: Bool = true
    ) -> AppState {
        var state = Samples.playing(columns, rows)
        state.apply(.subtitles([.begin(wish)] + tracks.map { .track($0, isWanted: false) }))
        if !showsBar { state.bar.lastInput = nil }
        return state
    }
}
