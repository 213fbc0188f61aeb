import Cells
import Classes
import Commands
import History
import PlayCore
import PlaybackModel
import Playlists
import Subtitles
import TUI

/// States at ``Samples/now`` with choices in every panel.
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

    /// Returns two texts, shown one below the other, and the bitmaps of stream 9.
    static func subtitles(isChinese: Bool = false) -> [SubtitleArrival] {
        let wish = SubtitleWish(first: .number(1), second: .number(2))
        let tracks = [
            SubtitleTrack(origin: .file(path: "/a"), language: isChinese ? "英语" : "English", format: .subRip),
            SubtitleTrack(origin: .file(path: "/b"), language: "中文", format: .subRip),
            SubtitleTrack(origin: .container(stream: 9), title: "Commentary", format: nil),
        ]
        return [.begin(wish)] + tracks.map { .track($0, isWanted: false) }
    }

    /// Returns items that were left in the middle, watched to the end, left after an hour, of unknown length, at an
    /// address, and missing.
    static func history(isChinese: Bool = false) -> HistoryList {
        func row(
            _ title: String, _ location: String?, _ played: String, _ position: Int?, of duration: Int?,
            isFinished: Bool = false, isGone: Bool = false
        ) -> HistoryList.Row {
            HistoryList.Row(
                key: "video:" + (location ?? title), location: location, title: title, played: played,
                position: position.map { .seconds($0) }, duration: duration.map { .seconds($0) },
                isFinished: isFinished, isGone: isGone)
        }
        let first = row(
            isChinese ? "第3讲：线性代数" : "Lecture 3.mkv", "/films/Lecture 3.mkv", "2026-11-21 16:20", 754, of: 3723)
        let third = row("The other road", "/films/road.mkv", "2026-11-19 21:03", 3601, of: 5400)
        let gone = row("holiday.mp4", "/films/holiday.mp4", "2026-11-01 10:00", 12, of: 95, isGone: true)
        let played = [
            first,
            row("Big Buck Bunny", "/films/bunny.mp4", "2026-11-20 08:00", 596, of: 596, isFinished: true), third,
            row(
                "A recording whose title is so long that no list has room for all of it", "https://host/live.mp3",
                "2026-11-18 07:15", 61, of: nil),
            row("class 9 / 7", nil, "2026-11-17 09:00", 30, of: 60), gone,
        ]
        return HistoryList(number: 1, .rows(played: played, resumable: [first, third, gone]))
    }

    /// Returns lines of three seconds, five seconds apart, from 12:00 on. The line of 12:30 is shown at the samples'
    /// time.
    static func subtitleLines(isChinese: Bool = false) -> [SubtitleArrival] {
        let cues = (0..<40).map { number in
            let text = isChinese ? "第\(number)句：我们本该走另一条路。" : "Line \(number): we should have taken the other road."
            return Cue(
                start: .seconds(720 + 5 * number), end: .seconds(723 + 5 * number),
                lines: [[CueSpan(text)], [CueSpan(isChinese ? "（笑）" : "(laughs)")]])
        }
        let track = SubtitleTrack(origin: .file(path: "/a"), language: "en", format: .subRip, cues: cues)
        return [.begin(SubtitleWish(first: .number(1))), .track(track, isWanted: false)]
    }

    static let noSubtitles: [SubtitleArrival] = [.begin(SubtitleWish())]

    /// Two chats, the first of which is shown.
    static var chats: ChatFiles {
        var chats = ChatFiles()
        chats.number = 1
        chats.locations = ["/films/lecture.live_chat.json", "/films/lecture.danmaku.xml"]
        chats.shown = chats.locations[0]
        return chats
    }

    /// Returns a state with three definitions, two audio tracks, subtitles, chapters, a playlist of twenty items, and
    /// three devices.
    static func rich(_ columns: Int = 100, _ rows: Int = 30, isChinese: Bool = false) -> AppState {
        var state = with(richSnapshot(isChinese: isChinese), columns, rows)
        let names = (1...20).map { isChinese ? "第\($0)讲：线性代数" : "Lecture \($0).mkv" }
        state.apply(.playlist(PlaylistContents(locations: names, index: 1), PlaylistPosition(index: 1, count: 20)))
        state.apply(.audioDevices(devices))
        state.apply(.chats(chats))
        state.apply(.subtitles(subtitles(isChinese: isChinese)))
        state.bar.lastInput = now
        return state
    }

    /// Returns a live stream with its edge at 1:00:00, `behind` seconds ahead of the position.
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
