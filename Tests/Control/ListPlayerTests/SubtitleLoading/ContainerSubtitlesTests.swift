import Media
import MediaSources
import PlayCore
import Playback
import Subtitles
import TestSupport
import Testing

@testable import ListPlayer

/// Subtitles of a container, which the reading thread and the snapshot announce in either order.
@Suite struct ContainerSubtitlesTests {
    private static let chinese = info(2, isPicture: false, "chi")
    private static let english = info(3, isPicture: true, "eng")

    private static func info(_ id: Int, isPicture: Bool, _ language: String) -> TrackInfo {
        TrackInfo(
            id: id, kind: .subtitle(isPicture: isPicture), codec: "", language: language, title: nil, isDefault: false,
            isDecodable: true)
    }

    private static func line(_ second: Int) -> SubtitleText {
        SubtitleText(
            track: 2, payload: Array("Line \(second)".utf8), start: .seconds(second), end: .seconds(second + 1))
    }

    private static func news(_ texts: [SubtitleText]) -> (Int) -> SubtitleNews {
        { count in
            SubtitleNews(
                tracks: [SubtitleTextTrack(chinese, form: .subRip, header: [])], texts: Array(texts.dropFirst(count)))
        }
    }

    private static func languages(_ arrivals: [SubtitleArrival]) -> [String?] {
        arrivals.compactMap { if case .track(let track, _) = $0 { .some(track.language) } else { nil } }
    }

    private static func lines(_ arrivals: [SubtitleArrival]) -> [String] {
        arrivals.flatMap { arrival -> [String] in
            guard case .cues(let cues, .container(stream: 2)) = arrival else { return [] }
            return cues.flatMap(\.lines).map { $0.map(\.text).joined() }
        }
    }

    @Test("INFO-07: text tracks wait for the snapshot, appear together with its bitmap tracks, and lose no line")
    func together() {
        var container = ContainerSubtitles()
        expect(container.arrivals(tracks: [], news: Self.news([Self.line(1)])).arrivals, is: [])
        let first = container.arrivals(
            tracks: [Self.english, Self.chinese], news: Self.news([Self.line(1), Self.line(2)])
        ).arrivals
        expect(Self.languages(first), is: ["chi", "eng"])
        expect(Self.lines(first), is: ["Line 1", "Line 2"])
        let second = container.arrivals(
            tracks: [Self.english, Self.chinese], news: Self.news([Self.line(1), Self.line(2), Self.line(3)])
        ).arrivals
        expect(Self.languages(second), is: [])
        expect(Self.lines(second), is: ["Line 3"])
    }

    @Test("INFO-07: a text track has its language even if the snapshot lists only another track")
    func language() {
        var container = ContainerSubtitles()
        let arrivals = container.arrivals(tracks: [Self.english], news: Self.news([])).arrivals
        expect(Self.languages(arrivals), is: ["chi", "eng"])
    }
}
