import Catalogue
import Cells
import Commands
import DownloadModel
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
import Subtitles
import TestSupport

@testable import DownloadScreen
@testable import TUI

/// The places where text from outside reaches the screen. Each is a whole state with the text, built as the program
/// does.
enum HostilePlace: CaseIterable {
    case subRip, webVTT, ass, ssa, subRipPacket, webVTTPacket, assPacket, cueSettings
    case loading, failed, soundOnly, statistics, chapters, hover
    case m3u, pls, xspf, fileNames, tracks, definitions, audioDevices, deviceRefusal
    case marquee, watermark, notice, subtitleFailure, watermarkFailure, screenshot
    case layout, keys, path, filter
    case comments, answering, sendFailure, album, marks
    case downloads, downloadDetails, downloadPrompt, downloadReport

    /// Returns a state that shows the text, or `nil` if the text is refused before it reaches a screen.
    func state(_ text: [UInt8], _ columns: Int, _ rows: Int) -> AppState? {
        let shown = String(decoding: text, as: UTF8.self)
        switch self {
        case .subRip, .webVTT, .ass, .ssa, .subRipPacket, .webVTTPacket, .assPacket, .cueSettings:
            return subtitles(text).map { SubtitleSamples.state(columns, rows, tracks: [$0, SubtitleSamples.chinese]) }
        case .loading, .failed, .soundOnly, .statistics, .chapters, .hover: return item(shown, columns, rows)
        case .m3u, .pls, .xspf, .fileNames: return list(text, columns, rows)
        case .tracks, .definitions, .audioDevices, .deviceRefusal: return choices(shown, columns, rows)
        case .marquee, .watermark, .notice, .subtitleFailure, .watermarkFailure, .screenshot:
            return overPicture(shown, columns, rows)
        case .layout, .keys, .path, .filter: return viewers(shown, columns, rows)
        case .comments, .answering, .sendFailure, .album, .marks: return services(shown, columns, rows)
        case .downloads, .downloadDetails, .downloadPrompt, .downloadReport: return downloads(shown, columns, rows)
        }
    }

    // MARK: Subtitles

    private func subtitles(_ text: [UInt8]) -> SubtitleTrack? {
        let line = text.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
        switch self {
        case .subRip: return file("a.srt", "1\n00:12:30,000 --> 00:13:00,000\nx", text)
        case .webVTT: return file("a.vtt", "WEBVTT\n\n12:30.000 --> 13:00.000\nx", text)
        case .cueSettings: return file("a.vtt", "WEBVTT\n\n12:30.000 --> 13:00.000 ", line + Array("\nx".utf8))
        case .ass: return file("a.ass", "[Events]\nDialogue: 0,0:12:30.00,0:13:00.00,Default,,0,0,0,,x", line)
        case .ssa:
            return file(
                "a.ssa", "[V4 Styles]\n[Events]\nDialogue: Marked=0,0:12:30.00,0:13:00.00,Default,,0,0,0,,x", line)
        case .subRipPacket: return packet(.subRip, text)
        case .webVTTPacket: return packet(.webVTT, text)
        default: return packet(.ass, Array("0,0,Default,,0,0,0,,x".utf8) + line)
        }
    }

    private func file(_ name: String, _ head: String, _ text: [UInt8]) -> SubtitleTrack? {
        do {
            return try SubtitleFile.track(Array(head.utf8) + text, path: name)
        } catch {
            return nil
        }
    }

    private func packet(_ format: SubtitleFormat, _ text: [UInt8]) -> SubtitleTrack? {
        let cue = SubtitlePackets(format: format).cue(text, start: .seconds(750), end: .seconds(780))
        return cue.map {
            SubtitleTrack(
                origin: .container(stream: 3), title: String(decoding: text, as: UTF8.self), format: format, cues: [$0])
        }
    }

    // MARK: Downloads

    /// Returns the list of downloads with the text in every part of a download and of the daemon's report.
    private func downloads(_ text: String, _ columns: Int, _ rows: Int) -> AppState {
        var entry = DownloadRecord(id: DownloadID(number: 1), label: .failed, reference: text)
        entry.title = text
        entry.definition = text
        entry.problem = .init(.network, detail: text)
        entry.folder = text
        entry.files = [.init(name: text, role: .other, size: 1)]
        entry.notes = [text: text]
        var downloads = Samples.downloads
        (downloads.number, downloads.listNumber) = (2, 2)
        downloads.entries.insert(entry, at: 0)
        if self == .downloadReport {
            downloads.phase = .failed(text)
            downloads.report = .init(number: 1, .failed(text))
        }
        var state = Samples.downloadsHome(columns, rows, downloads)
        switch self {
        case .downloadDetails: state.press("i")
        case .downloadPrompt:
            state.press("a")
            state.apply(.input(.paste(text)))
        default:
            state.press("x")
            state.press("/")
            state.apply(.input(.paste(text)))
        }
        return state
    }

    // MARK: The item

    private func item(_ text: String, _ columns: Int, _ rows: Int) -> AppState {
        var snapshot: PlaybackSnapshot
        switch self {
        case .loading: snapshot = Samples.loading()
        case .failed:
            snapshot = Samples.snapshot(.failed)
            snapshot.error = PlayError(.playFailed, reason: text, item: text)
        case .soundOnly: snapshot = Samples.audioOnly()
        default: snapshot = Samples.snapshot()
        }
        (snapshot.title, snapshot.item) = (text, text)
        snapshot.statistics.videoDecoder = text
        snapshot.statistics.audioDecoder = text
        snapshot.chapters = Samples.chapters([0, 600]).map { Chapter(range: $0.range, title: text) }
        var state = Samples.with(snapshot, columns, rows)
        switch self {
        case .statistics: state.press("i")
        case .chapters: _ = state.open(.chapters, corner: nil, at: Samples.now)
        case .hover:
            let slider = ScreenGeometry(state, at: Samples.now).slider()
            if let slider { state.mouse(.move, slider.control.column + 1, slider.row) }
        default: break
        }
        return state
    }

    // MARK: Lists

    private func list(_ text: [UInt8], _ columns: Int, _ rows: Int) -> AppState? {
        guard let titles = titles(text) else { return nil }
        var state = Samples.playing(columns, rows)
        state.playlist = PlaylistPosition(index: 0, count: titles.count)
        let items = titles.enumerated().map {
            PlaylistContents.Item(id: $0.offset + 1, location: "/a", title: $0.element)
        }
        state.apply(.playlist(PlaylistContents(items: items, index: 0), state.playlist))
        _ = state.open(.playlist, corner: nil, at: Samples.now)
        return state
    }

    private func titles(_ text: [UInt8]) -> [String]? {
        let line = text.filter { $0 != 0x0A && $0 != 0x0D }
        switch self {
        case .m3u: return parsed(.m3u, "#EXTM3U\n#EXTINF:10,x", line + Array("\na.mp4\n".utf8) + text)
        case .pls: return parsed(.pls, "[playlist]\nFile1=a.mp4\nTitle1=x", line + Array("\nFile2=".utf8) + line)
        case .xspf:
            return parsed(
                .xspf,
                "<playlist version='1' xmlns='http://xspf.org/ns/0/'><trackList><track><location>a</location><title>x",
                text + Array("</title></track></trackList></playlist>".utf8))
        default: return [ByteText.text(text), "/films/" + ByteText.text(line) + ".mp4"]
        }
    }

    private func parsed(_ format: PlaylistFormat, _ head: String, _ text: [UInt8]) -> [String]? {
        do {
            let list = try format.parse(Array(head.utf8) + text)
            return list.entries.map { $0.title ?? $0.location }
        } catch {
            return nil
        }
    }

    // MARK: Choices

    private func choices(_ text: String, _ columns: Int, _ rows: Int) -> AppState {
        var snapshot = Samples.snapshot()
        snapshot.tracks = [1, 2].flatMap { number in
            [
                TrackInfo(
                    id: number, kind: .video(width: 4 * number, height: 3, framesPerSecond: 25), codec: text,
                    language: text, title: text, isDefault: false, isDecodable: true),
                TrackInfo(
                    id: 4 + number, kind: .audio(sampleRate: 48_000, channelCount: 2), codec: text, language: text,
                    title: text, isDefault: false, isDecodable: true),
            ]
        }
        snapshot.videoTrack = 1
        var state = Samples.with(snapshot, columns, rows)
        state.apply(
            .audioDevices(
                AudioDeviceList(
                    devices: [.init(name: text, description: text), .init(name: "x" + text, description: text)],
                    current: text, refusal: self == .deviceRefusal ? .init(number: 1, name: text, reason: text) : nil)))
        switch self {
        case .tracks: _ = state.open(.tracks, corner: nil, at: Samples.now)
        case .definitions: _ = state.open(.definitions, corner: nil, at: Samples.now)
        case .audioDevices: _ = state.open(.audioDevices, corner: nil, at: Samples.now)
        default: break
        }
        return state
    }

    // MARK: Over the picture

    private func overPicture(_ text: String, _ columns: Int, _ rows: Int) -> AppState {
        var state = Samples.playing(columns, rows)
        switch self {
        case .marquee: state.picture.overlays.marquee = Marquee(text: "x" + text, row: 2)
        case .watermark: state.picture.overlays.customWatermark = Watermark(text: text, position: .leftTop)
        case .watermarkFailure: state.apply(.watermark(.failed(path: text, reason: text)))
        case .subtitleFailure:
            state.apply(.subtitles([.begin(SubtitleWish()), .failed(name: text, reason: text)]))
        case .screenshot: state.apply(.screenshot(.failed(path: text, reason: text)))
        default:
            var snapshot = state.snapshot
            let notices: [PlaybackNotice] = [
                .soundDeviceLost(name: text), .switchedToSoftwareDecoder(device: text, reason: text),
                .switchedToSpareStream(device: text, reason: text),
                .trackSkipped(kind: .audio, codec: text), .damaged(reason: text), .readFailed(reason: text),
                .clipFailed(reason: text),
            ]
            snapshot.notices = [NumberedNotice(number: 1, notice: notices[text.utf8.count % notices.count])]
            state.apply(.snapshot(snapshot))
        }
        return state
    }

    // MARK: Services

    private func services(_ text: String, _ columns: Int, _ rows: Int) -> AppState {
        var state = Samples.playing(columns, rows)
        var comment = CommentList.Comment(id: text, author: text, text: text, time: 0)
        comment.isOwn = true
        var list = CommentList([comment, .init(id: "x" + text, text: text + "\n" + text)], phase: .read, readAt: 1)
        if self == .sendFailure {
            list.phase = .failed(text)
            list.report = CommentList.Report(number: 1, .failed(text))
        }
        let items = [AlbumState.Item(reference: text, title: text), .init(reference: "x", title: "x" + text)]
        state.apply(
            .services(
                ServiceState(
                    number: 1, marks: [CuePoint(time: .seconds(100), kind: .mark, title: text)], comments: list,
                    album: AlbumState(title: text, items: items, current: 0))))
        switch self {
        case .album: _ = state.open(.album, at: Samples.now)
        case .marks: _ = state.open(.chapters, at: Samples.now)
        default: _ = state.open(.comments, at: Samples.now)
        }
        if self == .answering {
            state.press("r")
            state.apply(.input(.paste(text)))
        }
        return state
    }

    // MARK: The viewer's own texts

    private func viewers(_ text: String, _ columns: Int, _ rows: Int) -> AppState? {
        var state = Samples.playing(columns, rows)
        switch self {
        case .layout:
            let line = text.filter { !$0.isNewline && $0 != "\"" }
            do {
                state.bar.layouts.own = try LayoutFile.parse("[mine]\nstandard = playback \"x\(line)\" progress:8:1\n")
            } catch {
                state.message = Message("\(error)", .error, at: Samples.now)
            }
            state.bar.layouts.choice = .named("mine")
            state.apply(.terminal(state.terminal))
        case .keys:
            let line = text.filter { !$0.isNewline }
            state.userKeys = UserKeys(InputConf.parse("x show-text \"\(line)\"\ny \(line)").bindings)
            state.press("x")
            state.press("?")
        case .path:
            _ = state.open(.subtitles, corner: nil, at: Samples.now)
            state.press("G")
            state.press(.enter)
            state.apply(.input(.paste(text)))
        default:
            _ = state.open(.mainMenu, corner: nil, at: Samples.now)
            state.press("/")
            state.apply(.input(.paste(text)))
            for character in text.prefix(20) { state.press(character) }
        }
        return state
    }
}
