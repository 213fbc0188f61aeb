import Access
import CPlatform
import Catalogue
import Foundation
import Glibc
import MediaSources
import PlayCore
import Subtitles
import TestSupport
import Testing
import Transport

@testable import ListPlayer

/// The subtitles that are loaded for an item, and the arrivals that report them.
@Suite(.timeLimit(.minutes(10))) struct SubtitleLoaderTests {
    private static let lines = "1\n00:00:00,000 --> 00:00:03,000\nThe first line\n"

    /// A folder with files, in which the item is `clip.mp4`.
    private final class Bench {
        let folder: URL
        let wakeUp = WakeUp()
        let loader: SubtitleLoader
        private let access: SourceAccess

        init(
            _ files: [String: String], offered: [SubtitleInfo] = [],
            _ change: (inout SubtitleSettings, String) -> Void = { _, _ in }
        ) throws {
            let folder = try BuiltProgram.temporaryFolder()
            for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
            var settings = SubtitleSettings()
            change(&settings, folder.path + "/")
            let item = SubtitledItem(folder.path + "/clip.mp4", settings)
            let access = SourceAccess(AccessSettings(http: HTTPSettings(userAgent: "tests")))
            self.folder = folder
            self.access = access
            loader = SubtitleLoader(access: access, wakeUp: wakeUp, offered: { offered }) { item }
        }

        deinit {
            loader.close()
            access.close()
            BuiltProgram.remove(folder)
        }

        /// Returns `count` arrivals after the beginning of the item, without those about the search for files.
        func arrivals(_ count: Int) -> [SubtitleArrival] {
            var all: [SubtitleArrival] = []
            while all.count < count + 1, wakeUp.wait() {
                all += loader.takeArrivals().filter { if case .files = $0 { false } else { true } }
            }
            expect(all.first, is: .begin(SubtitleWish()))
            return Array(all.dropFirst())
        }
    }

    private func track(_ arrival: SubtitleArrival?) -> (track: SubtitleTrack, isWanted: Bool)? {
        if case .track(let track, let isWanted) = arrival { (track, isWanted) } else { nil }
    }

    @Test("PLAY-27: named files come before those beside the item, each once and with its language")
    func order() throws {
        let bench = try Bench([
            "clip.en.srt": Self.lines, "clip.zh.srt": Self.lines, "other.txt": Self.lines,
        ]) { settings, folder in settings.files = [folder + "other.txt", folder + "clip.zh.srt"] }
        bench.loader.begin()
        let tracks = bench.arrivals(3).compactMap { track($0) }
        expect(tracks.map(\.isWanted), is: [false, false, false])
        expect(tracks.count, is: 3)
        expect(tracks.last?.track.language, is: "en")
    }

    @Test("the search is reported from the beginning of the item until its last file has been read")
    func search() throws {
        let bench = try Bench(["clip.en.srt": Self.lines])
        bench.loader.begin()
        var all: [SubtitleArrival] = []
        while !all.contains(.files(areSought: false)), bench.wakeUp.wait() { all += bench.loader.takeArrivals() }
        expect(all.prefix(2), is: [.begin(SubtitleWish()), .files(areSought: true)])
        expect(track(all.dropFirst(2).first)?.track.language, is: "en")
        expect(all.count, is: 4)
    }

    @Test("PLAY-27: a subtitle file can be read from an address")
    func address() throws {
        let server = try FaultServer(file: Array(Self.lines.utf8))
        let bench = try Bench([:]) { settings, _ in settings.files = [server.text("/film.srt")] }
        bench.loader.begin()
        expect(track(bench.arrivals(1).first)?.track.origin, is: .file(path: server.text("/film.srt")))
        expect(server.requests.map(\.path), is: ["/film.srt"])
    }

    @Test("a reloaded address keeps its query, which is not shown")
    func query() throws {
        let server = try FaultServer(file: Array(Self.lines.utf8))
        let bench = try Bench([:])
        bench.loader.begin()
        bench.loader.add(TrackFileRequest(path: server.text("/film.srt?id=3")))
        expect(track(bench.arrivals(1).first)?.track.origin, is: .file(path: server.text("/film.srt")))
        bench.loader.reload(path: server.text("/film.srt"))
        #expect(bench.wakeUp.wait())
        expect(server.requests.map(\.query), is: ["id=3", "id=3"])
    }

    @Test("a file server is contacted only for a file that the viewer names")
    func fileServer() throws {
        let address = "ftp://127.0.0.1:\(try PortLease.next())/a.srt"
        let offered = [SubtitleInfo(address, language: "en")]
        let bench = try Bench([:], offered: offered) { settings, _ in settings.files = [address] }
        bench.loader.begin()
        let reasons = bench.arrivals(2).map { if case .failed(_, let reason) = $0 { reason } else { "" } }
        let refusals = [
            "connection refused; check the address, or retry later",
            "ftp addresses are not supported; use http or https",
        ]
        expect(reasons, is: refusals)
    }

    @Test(
        "a missing or invalid subtitle file is reported with a reason",
        arguments: [("bad.srt", "the file contains no subtitles"), ("gone.srt", "No such file or directory")])
    func failures(_ name: String, _ reason: String) throws {
        let bench = try Bench(["bad.srt": "nothing"]) { settings, folder in settings.files = [folder + name] }
        bench.loader.begin()
        expect(bench.arrivals(1), is: [.failed(name: name, reason: reason)])
    }

    @Test("a file named during playback is selected, and keeps its place when it is reloaded")
    func wanted() throws {
        let bench = try Bench(["late.srt": Self.lines]) { settings, _ in settings.search = .no }
        bench.loader.begin()
        let path = bench.folder.path + "/late.srt"
        bench.loader.add(TrackFileRequest(path: path))
        bench.loader.reload(path: path)
        let arrivals = bench.arrivals(2)
        expect(track(arrivals.first)?.isWanted, is: true)
        guard case .reloaded(let again) = arrivals.last else {
            Issue.record("\(arrivals)")
            return
        }
        expect(again, is: track(arrivals.first)?.track)
    }

    @Test("a pipe without a writer blocks neither the next item nor closing")
    func pipe() throws {
        let bench = try Bench([:]) { settings, folder in settings.files = [folder + "pipe.srt"] }
        expect(mkfifo(bench.folder.path + "/pipe.srt", 0o600), is: 0)
        bench.loader.begin()
        bench.loader.begin()
        expect(bench.loader.takeArrivals(), is: [.begin(SubtitleWish()), .files(areSought: true)])
        bench.loader.close()
    }

    @Test("ADV-18: lyrics, SAMI and TTML files beside the item are read")
    func otherFormats() throws {
        let bench = try Bench([
            "clip.lrc": "[00:01.00]la\n[00:02.00]li\n",
            "clip.ko.smi": "<SAMI><BODY><SYNC Start=1000><P>Hello<SYNC Start=2000><P>&nbsp;</BODY></SAMI>",
            "clip.ttml": "<tt xmlns='http://www.w3.org/ns/ttml'><body><p begin='1s' end='2s'>one</p></body></tt>",
        ])
        bench.loader.begin()
        let tracks = bench.arrivals(3).compactMap { track($0)?.track }
        expect(Set(tracks.compactMap { $0.format?.name }), is: ["LRC", "SAMI", "TTML"])
        expect(tracks.first { $0.format == .sami }?.language, is: "ko")
        expect(tracks.first { $0.format == .lrc }?.cues.map(\.text), is: ["la", "li"])
    }

    @Test("all lines of a container are read ahead on request, and the end is reported")
    func index() throws {
        let bench = try Bench([:])
        bench.loader.begin()
        bench.loader.index(
            SessionInput(name: "subtitles.mkv") { _ throws(ByteSourceError) in Fixtures.source("subtitles.mkv") })
        var all: [SubtitleArrival] = []
        while !all.contains(.indexed), bench.wakeUp.wait() { all += bench.loader.takeArrivals() }
        let streams = all.compactMap { arrival -> SubtitleOrigin? in
            if case .cues(let cues, let origin) = arrival, !cues.isEmpty { origin } else { nil }
        }
        expect(Set(streams).count, is: 2)
        #expect(!all.contains { if case .track = $0 { true } else { false } }, "the tracks are known already")
    }
}
