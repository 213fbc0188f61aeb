import Cells
import PlayCore
import PlaybackModel
import ScreenKit
import Subtitles
import TestSupport
import Testing

@testable import TUI

@Suite("Page of statistics")
struct StatisticsPageTests {
    private func lines(_ snapshot: PlaybackSnapshot, _ change: (inout AppState) -> Void = { _ in }) -> [String: String]
    {
        var state = Samples.with(snapshot)
        change(&state)
        let sample = StatisticsSample(at: Samples.now, snapshot: state.snapshot, totals: OutputTotals())
        return Dictionary(
            StatisticsPage.lines(sample, state).map { ($0.label, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    @Test("INFO-06: the page shows the address that is in use now")
    func network() {
        var snapshot = Samples.snapshot()
        snapshot.selection = SourceSelection(source: Source("x"), network: NetworkEntry(index: 0, count: 3))
        snapshot.network = NetworkStatus()
        snapshot.network?.entry = NetworkEntry(index: 2, count: 3)
        expect(lines(snapshot)["Definition"]?.hasSuffix("CDN 3 of 3"), is: true)
    }

    @Test("ADV-38: the page shows how far a live stream is behind its edge")
    func delay() {
        expect(lines(Samples.snapshot())["Behind the live edge"], is: nil)
        expect(lines(Samples.live(behind: 12, window: 0).snapshot)["Behind the live edge"], is: "12.0 s")
    }

    @Test("INFO-01, PLAY-26: the page shows title, file, format and definition")
    func selections() {
        var snapshot = Samples.snapshot()
        snapshot.format = .mp4
        let plain = lines(snapshot)
        expect(plain["Title"], is: "The other road")
        expect(plain["File"], is: "road.mkv")
        expect(plain["Format"], is: "mp4")
        expect(plain["Definition"], is: nil)
        expect(plain["Subtitles"], is: nil)
        expect(plain["Item"], is: nil)
        snapshot.tracks.append(
            TrackInfo(
                id: 5, kind: .video(width: 1280, height: 720, framesPerSecond: 25), codec: "h264", language: nil,
                title: nil, isDefault: false, isDecodable: true))
        expect(lines(snapshot)["Definition"], is: "1080p")
        snapshot.selection = SourceSelection(
            source: Source("x", definition: DefinitionInfo(key: .high, name: "theirs")),
            network: NetworkEntry(index: 1, count: 3))
        snapshot.title = "road.mkv"
        snapshot.format = MediaFormat(rawValue: "ev1\u{1B}[2J")
        let online = lines(snapshot)
        expect(online["Definition"], is: "High, CDN 2 of 3")
        expect(online["File"], is: nil)
        expect(online["Format"]?.contains("\u{1B}"), is: false)
        expect(online["Format"]?.hasPrefix("ev1"), is: true)
        snapshot.videoTrack = nil
        expect(lines(snapshot)["Definition"], is: "Audio only, CDN 2 of 3")
    }

    @Test("PLAY-26: the page names the selected subtitles by title or language, or shows that they are off")
    func subtitles() {
        func value(_ selected: [SubtitleSlot: Int]) -> String? {
            lines(Samples.snapshot()) { state in
                for (number, title) in [nil, "Commentary"].enumerated() {
                    state.subtitles.set.add(
                        SubtitleTrack(
                            origin: .container(stream: number), title: title, language: number == 0 ? "en" : nil,
                            format: .subRip))
                }
                for (slot, number) in selected { state.subtitles.set.select(number, in: slot) }
            }["Subtitles"]
        }
        expect(value([:]), is: "off")
        expect(value([.first: 0]), is: "English")
        expect(value([.first: 0, .second: 1]), is: "English + Commentary")
    }

    @Test(
        "INFO-08: the page shows how a recording was made, or the number of an unknown kind",
        arguments: [
            (0, "recording"), (1, "composed recording"), (2, "recording of the screen"), (3, "mixed recording"),
            (17, "recording of kind 17"),
        ])
    func recordType(number: Int, name: String) {
        var snapshot = Samples.snapshot()
        expect(lines(snapshot)["Format"], is: nil)
        snapshot.recordType = RecordType(rawValue: number)
        expect(lines(snapshot)["Format"], is: name)
        snapshot.format = .mp4
        expect(lines(snapshot)["Format"], is: "mp4, " + name)
    }

    @Test("without a frame rate from the container the presented pictures are counted")
    func measuredRate() {
        var snapshot = Samples.snapshot()
        func picture(_ sample: StatisticsSample) -> String? {
            StatisticsPage.lines(sample, Samples.with(snapshot)).first { $0.label == "Picture" }?.value
        }
        let first = StatisticsSample(at: Samples.now, snapshot: snapshot, totals: OutputTotals())
        expect(picture(first), is: "h264 1920x1080 23.98 fps")
        snapshot.statistics.framesPerSecond = nil
        snapshot.rate = PlaybackRate(2)
        snapshot.statistics.presentedFrames += 58
        snapshot.statistics.droppedFrames += 2
        let second = first.next(at: Samples.now + .seconds(1), snapshot: snapshot, totals: OutputTotals())
        expect(picture(second), is: "h264 1920x1080 30.00 fps")
        let still = second.next(at: Samples.now + .seconds(2), snapshot: snapshot, totals: OutputTotals())
        expect(picture(still), is: "h264 1920x1080")
        snapshot.item = "/films/other.mkv"
        snapshot.statistics.presentedFrames += 60
        let other = still.next(at: Samples.now + .seconds(3), snapshot: snapshot, totals: OutputTotals())
        expect(picture(other), is: "h264 1920x1080")
    }

    @Test("ADV-27, ADV-59, ADV-69: the page shows a stream's bytes from the network and the cache, and saved ones")
    func fetched() {
        var snapshot = Samples.snapshot()
        expect(FetchFigures(snapshot), is: nil)
        expect(lines(snapshot)["Excess resolution"], is: nil)
        snapshot.network = NetworkStatus(bitsPerSecond: 8_000_000, byteCount: 1_000_000, cachedByteCount: 3_000_000)
        expect(lines(snapshot)["Excess resolution"], is: nil)
        var stream = StreamStatus()
        stream.statistics.savedBytes = 12_000_000
        snapshot.stream = stream
        let figures = FetchFigures(snapshot)
        expect(
            figures,
            is: FetchFigures(network: 1_000_000, cached: 3_000_000, saved: 12_000_000, bitsPerSecond: 8_000_000))
        expect(figures?.savedShare, is: 0.75)
        let shown = lines(snapshot)
        expect(shown["Excess resolution"]?.hasPrefix("-75%"), is: true)
        expect(shown["Cache hits"]?.hasPrefix("75%"), is: true)
        expect(shown["Download"]?.isEmpty, is: false)
    }
}
