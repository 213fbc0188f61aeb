import Cells
import Commands
import PlayCore
import Playback
import Subtitles
import TUI
import Timeline

/// States with something to choose in every panel. All at ``Samples/now``.
extension Samples {
    static let smallVideo = TrackInfo(
        id: 5, kind: .video(width: 640, height: 360, framesPerSecond: 25), codec: "h264", language: nil,
        title: nil, isDefault: false, isDecodable: true)

    static let unknownVideo = TrackInfo(
        id: 6, kind: .video(width: 3840, height: 2160, framesPerSecond: 25), codec: "vvc", language: nil,
        title: nil, isDefault: false, isDecodable: false)

    static func richSnapshot(isChinese: Bool = false) -> PlaybackSnapshot {
        var snapshot = snapshot()
        snapshot.tracks = [
            videoTrack, audioTrack(1, "eng"), audioTrack(2, isChinese ? "中文" : "zho"), smallVideo, unknownVideo,
        ]
        if isChinese {
            snapshot.chapters = ["开头：为什么要学线性代数", "特征值", "特征向量与对角化的几何意义", "习题"].enumerated()
                .map { index, title in
                    Chapter(
                        range: MediaRange(start: .seconds(index * 600), end: .seconds(index * 600 + 600)), title: title)
                }
        }
        return snapshot
    }

    static let devices = AudioDeviceList(
        devices: [
            .init(name: "default", description: "Default device"),
            .init(name: "null", description: "Discard all samples", isOutput: false),
            .init(name: "hw:CARD=PCH,DEV=0", description: "HDA Intel PCH, ALC257 Analog, Direct device"),
        ], current: "default")

    /// Two texts, shown one below the other, and bitmaps of stream 9.
    static func subtitles(isChinese: Bool = false) -> [SubtitleArrival] {
        let wish = SubtitleWish(first: .number(1), second: .number(2))
        let tracks = [
            SubtitleTrack(origin: .file(path: "/a"), language: isChinese ? "英语" : "English", format: .subRip),
            SubtitleTrack(origin: .file(path: "/b"), language: "中文", format: .subRip),
            SubtitleTrack(origin: .container(stream: 9), title: "Commentary", format: nil),
        ]
        return [.begin(wish)] + tracks.map { .track($0, isWanted: false) }
    }

    static let noSubtitles: [SubtitleArrival] = [.begin(SubtitleWish())]

    /// Three definitions, two audio tracks, subtitles, chapters, a playlist of twenty, three devices.
    static func rich(_ columns: Int = 100, _ rows: Int = 30, isChinese: Bool = false) -> AppState {
        var state = with(richSnapshot(isChinese: isChinese), columns, rows)
        let names = (1...20).map { isChinese ? "第\($0)讲：线性代数" : "Lecture \($0).mkv" }
        state.apply(.playlist(PlaylistFacts(locations: names, index: 1), PlaylistPosition(index: 1, count: 20)))
        state.apply(.audioDevices(devices))
        state.apply(.subtitles(subtitles(isChinese: isChinese)))
        state.bar.lastInput = now
        return state
    }

    /// The edge at 1:00:00, `behind` seconds ahead of the position.
    static func live(behind: Int, window: Int, _ columns: Int = 100, _ rows: Int = 30) -> AppState {
        var snapshot = snapshot()
        snapshot.duration = nil
        snapshot.chapters = []
        snapshot.buffered = nil
        snapshot.canSeek = window > 0
        snapshot.clock = reading(at: .seconds(3600 - behind), isRunning: true)
        snapshot.liveState = LiveState(
            edge: reading(at: .seconds(3600), isRunning: true), windowLength: .seconds(window))
        return with(snapshot, columns, rows)
    }
}
