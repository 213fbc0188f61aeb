import Addresses
import Encoding
import Foundation
import PlayCore
import Processes
import TestSupport
import Testing
import Transport

@testable import Catalogue

/// Samples written by hand after the fields that yt-dlp documents (yt_dlp/extractor/common.py), not recordings of a
/// site.
@Suite struct YtDlpTests {
    static let video = #"""
        {"_type": "video", "id": "abc", "extractor_key": "Site", "webpage_url": "https://site.example/watch?v=abc",
         "title": "A talk", "duration": 125.4, "thumbnail": "https://site.example/t.jpg", "live_status": "not_live",
         "formats": [
           {"format_id": "sb0", "url": "https://cdn.example/sb.mhtml", "protocol": "mhtml", "vcodec": "none", "acodec": "none"},
           {"format_id": "139", "url": "https://cdn.example/a-low.m4a", "protocol": "https", "vcodec": "none",
            "acodec": "mp4a.40.5", "tbr": 48.8, "format_note": "low", "language": "en", "language_preference": 10},
           {"format_id": "140", "url": "https://cdn.example/a.m4a", "protocol": "https", "vcodec": "none",
            "acodec": "mp4a.40.2", "tbr": 129.5, "format_note": "medium", "language": "en", "language_preference": 10},
           {"format_id": "140-de", "url": "https://cdn.example/a-de.m4a", "protocol": "https", "vcodec": "none",
            "acodec": "mp4a.40.2", "tbr": 129.5, "format_note": "dubbed", "language": "de", "language_preference": -1},
           {"format_id": "18", "url": "https://cdn.example/360.mp4", "protocol": "https", "vcodec": "avc1", "acodec": "mp4a",
            "width": 640, "height": 360, "fps": 25, "tbr": 500.0, "format_note": "360p", "http_headers": {"User-Agent": "old"}},
           {"format_id": "f", "url": "https://cdn.example/v.ism", "protocol": "ism", "vcodec": "avc1", "acodec": "none", "height": 720},
           {"format_id": "drm", "url": "https://cdn.example/drm.mpd", "protocol": "https", "vcodec": "avc1", "height": 2160, "has_drm": true},
           {"format_id": "136", "url": "https://cdn.example/720.mp4", "protocol": "https", "vcodec": "avc1", "acodec": "none",
            "width": 1280, "height": 720, "fps": 25, "tbr": 1200.25, "format_note": "720p"},
           {"format_id": "95", "url": "https://cdn.example/720.m3u8", "protocol": "m3u8_native", "vcodec": "avc1", "acodec": "mp4a",
            "width": 1280, "height": 720, "fps": 25, "tbr": 1400, "format_note": "720p"},
           {"format_id": "299", "url": "https://cdn.example/1080.mp4", "protocol": "https", "vcodec": "avc1", "acodec": "none",
            "width": 1920, "height": 1080, "fps": 60, "tbr": 4000, "format_note": "1080p60",
            "http_headers": {"User-Agent": "Mozilla/5.0", "Accept-Encoding": "gzip", "Bad\nName": "x"}}],
         "subtitles": {"en": [{"ext": "json3", "url": "https://s/en.json"}, {"ext": "vtt", "url": "https://s/en.vtt", "name": "English"}],
                       "live_chat": [{"ext": "json", "url": "https://s/chat"}], "xx": [{"ext": "vtt", "url": "file:///etc/passwd"}]},
         "automatic_captions": {"de": [{"ext": "vtt", "url": "https://s/de.vtt"}]},
         "chapters": [{"start_time": 60.5, "end_time": 125.4, "title": "Two"}, {"start_time": 0, "end_time": 60.5, "title": "One"}],
         "heatmap": [{"start_time": 0, "end_time": 1, "value": 0.5}]}
        """#

    private func info(_ text: String) throws(CatalogueError) -> PlayInfo {
        try YtDlpInfo.playInfo(try JSONValue.parse(Array(text.utf8)), address: "https://site.example/x")
    }

    @Test(
        "INFO-03, INFO-06, PLAY-13: formats become definitions, and pictures without sound get the best sound"
    )
    func definitions() throws {
        let list = try info(Self.video).definitionList
        expect(list.map(\.info.definitionKey.rawValue), is: ["1080p60", "720p", "360p", "audio"])
        #expect(
            list[0].entries == [
                NetworkAddress(
                    "https://cdn.example/1080.mp4", name: "1080p60", delivery: .progressive,
                    audioURL: "https://cdn.example/a.m4a")
            ])
        #expect(list[1].entries.map(\.playURL) == ["https://cdn.example/720.m3u8", "https://cdn.example/720.mp4"])
        #expect(list[1].entries[0].delivery == .hls && list[1].info.width == 1280 && list[0].info.bitRate == 4_000_000)
        #expect(list[2].entries[0].audioURL == nil && list[3].info.isAudio)
        try expect(info(Self.video).definitionRanking, is: list.map(\.info.definitionKey))
    }

    @Test("formats without an audio description are preferred to those with one")
    func described() throws {
        func format(_ name: String, _ note: String, video: String = "none", audio: String = "mp4a") -> String {
            """
            {"format_id": "\(name)", "url": "https://cdn.example/\(name).mp4", "protocol": "https", "vcodec": "\(video)",
             "acodec": "\(audio)", "height": 360, "format_note": "\(note)"}
            """
        }
        let formats = [
            format("plain", "medium"), format("ad", "English descriptive, high"),
            format("v", "360p", video: "avc1", audio: "none"), format("both", "360p", video: "avc1"),
            format("both-ad", "Audio description", video: "avc1"),
        ]
        let info = try info(
            #"{"_type": "video", "id": "a", "title": "t", "formats": [\#(formats.joined(separator: ","))]}"#)
        let entries = info.definitionList[0].entries
        #expect(entries.first?.playURL == "https://cdn.example/both.mp4")
        #expect(entries.last?.audioURL == "https://cdn.example/plain.mp4")
    }

    @Test("INFO-01, INFO-07, INFO-16, CAT-01: the details of a video are read, with http addresses only")
    func rest() throws {
        let info = try info(Self.video)
        #expect(info.videoID == "https://site.example/watch?v=abc")
        expect(info.title, is: "A talk")
        #expect(!info.isLive)
        expect(info.duration, is: .milliseconds(125_400))
        #expect(info.coverURL == "https://site.example/t.jpg")
        #expect(info.subtitleInfo.map(\.url) == ["https://s/en.vtt", "https://s/de.vtt"])
        #expect(info.subtitleInfo.map(\.isAutomatic) == [false, true] && info.subtitleInfo[0].name == "English")
        expect(info.marks.points.map(\.title), is: ["One", "Two"])
        #expect(info.marks.points.allSatisfy { $0.kind == .chapter })
        expect(info.headers, is: [HTTPHeader(name: "User-Agent", value: "Mozilla/5.0")])
    }

    @Test("PLAY-32: a single address plays; protected, upcoming, empty and invalid answers have their own errors")
    func others() throws {
        let one = try info(#"{"title": "t", "url": "https://h/a.mp4", "is_live": true}"#)
        #expect(one.isLive)
        #expect(one.video?.sources.map(\.location) == ["https://h/a.mp4"])
        func cause(_ text: String) -> CatalogueError.Cause? {
            failure { () throws(CatalogueError) in try info(text) }?.cause
        }
        #expect(cause(#"{"formats": [{"url": "https://h/a", "has_drm": true}]}"#) == .protected)
        expect(cause(#"{"live_status": "is_upcoming"}"#), is: .unsupported("the broadcast has not started yet"))
        #expect(cause(#"{"formats": [{"url": "rtmp://h/a"}, {"url": 5}, 7]}"#) == .noSource)
        expect(cause("[]"), is: .malformed(path: "$", problem: "not an object"))
        expect(YtDlpProgram.cause("ERROR: [x] 1: This video is DRM protected\n"), is: .protected)
        expect(YtDlpProgram.cause("x\nERROR: [x] 1: Unable: HTTP Error 404: Not Found"), is: .missing)
        expect(YtDlpProgram.cause("WARNING: a\nERROR: Sign in"), is: .program("yt-dlp: Sign in"))
        expect(YtDlpProgram.cause(""), is: .program("yt-dlp: it failed without a word"))
    }

    @Test("CAT-08: a list becomes an album of pages, without entries that have no valid address")
    func lists() throws {
        let text = #"""
            {"_type": "playlist", "id": "PL1", "title": "List", "entries": [
              {"_type": "url", "id": "a", "url": "https://site.example/a", "title": "A", "duration": 3},
              {"_type": "url", "id": "b", "url": "file:///etc/passwd"}, null, {"id": "c", "webpage_url": "https://site.example/c"}]}
            """#
        let album = try #require(try found(text).album)
        #expect(album.items.map(\.reference) == ["ytdl://https://site.example/a", "ytdl://https://site.example/c"])
        expect(album.items[0].duration, is: .seconds(3))
        expect(album.title, is: "List")
    }

    /// Returns a video that is described within a list and has the address of the list's page.
    private static func film(_ id: String) -> String {
        #"{"_type": "video", "id": "\#(id)", "title": "Film \#(id)", "webpage_url": "https://site.example/page", "#
            + #""duration": 12, "formats": [{"url": "https://cdn.example/\#(id).mp4", "height": 90}]}"#
    }

    @Test("entries that describe a video of their own page play directly and are found again by name")
    func ownEntries() throws {
        let text = #"""
            {"_type": "playlist", "id": "m", "title": "Two films", "webpage_url": "https://site.example/page", "entries": [
              \#(Self.film("q1")), \#(Self.film("q1")), {"_type": "url", "url": "https://site.example/page/"},
              {"_type": "playlist", "entries": [\#(Self.film("q3")), {"_type": "url", "url": "https://site.example/b"}]}]}
            """#
        let items = try #require(try found(text).album).items
        #expect(
            items.map(\.reference) == [
                "ytdl://https://site.example/page#tvplay-entry=q1",
                "ytdl://https://site.example/page#tvplay-entry=number 2",
                "ytdl://https://site.example/page#tvplay-entry=q3", "ytdl://https://site.example/b",
            ])
        #expect(
            items.map { $0.info?.video?.location } == [
                "https://cdn.example/q1.mp4", "https://cdn.example/q1.mp4", "https://cdn.example/q3.mp4", nil,
            ])
        let one = try #require(try found(text, entry: "q3").video)
        #expect(one.title == "Film q3" && one.video?.location == "https://cdn.example/q3.mp4")
        expect(failure { () throws(CatalogueError) in try self.found(text, entry: "q9") }?.cause, is: .missing)
        let split = YtDlpAnswer.split("https://site.example/page#/a#tvplay-entry=q1")
        #expect(split.page == "https://site.example/page#/a" && split.entry == "q1")
    }

    private func found(_ text: String, entry: String? = nil) throws(CatalogueError) -> Found {
        try YtDlpAnswer(try JSONValue.parse(Array(text.utf8)), address: "https://site.example/page").found(entry: entry)
    }

    @Test("a page that lists only itself is refused at any depth of lists")
    func ownPage() throws {
        let entry = #"{"_type": "url", "url": "https://site.example/page"}"#
        let cause = failure { () throws(CatalogueError) in
            try self.found(#"{"_type": "playlist", "entries": [\#(entry), \#(entry)]}"#)
        }?.cause
        expect(cause?.isUnsupported, is: true)
        let open = String(repeating: #"{"_type": "playlist", "entries": ["#, count: 20)
        let deep = open + Self.film("a") + String(repeating: "]}", count: 20)
        expect(failure { () throws(CatalogueError) in try self.found(deep) }?.cause, is: .emptyAlbum)
        let beside = #"{"_type": "playlist", "entries": [\#(Self.film("a")), \#(deep)]}"#
        let album = try #require(try found(beside).album)
        #expect(album.isCut && album.items.map(\.vid) == ["a"])
    }

    @Test("an entry whose ID is its page's address has another name, so that it never leads to its own list")
    func pageAsName() throws {
        let entry = Self.film("https://site.example/page/")
        let album = try #require(try found(#"{"_type": "playlist", "entries": [\#(entry)]}"#).album)
        expect(album.items.map(\.vid), is: ["number 1"])
        expect(album.items.map(\.reference), is: ["ytdl://https://site.example/page#tvplay-entry=number 1"])
    }

    @Test("the parts of a multi_video play as one video; parts of unknown length stay separate items")
    func parts() throws {
        let text = #"""
            {"_type": "multi_video", "id": "m", "title": "Long concert", "entries": [\#(Self.film("p1")), \#(Self.film("p2"))]}
            """#
        let whole = try #require(try found(text).video)
        #expect(whole.title == "Long concert" && whole.duration == .seconds(24))
        #expect(whole.parts.map { $0.video?.location } == ["https://cdn.example/p1.mp4", "https://cdn.example/p2.mp4"])
        #expect(whole.parts.map(\.videoID).last == "ytdl://https://site.example/page#tvplay-entry=p2")
        #expect(try found(text, entry: "p2").video?.video?.location == "https://cdn.example/p2.mp4")
        let apart = try #require(try found(text.replacing(#""duration": 12"#, with: #""duration": null"#)).album)
        expect(apart.items.map(\.vid), is: ["p1", "p2"])
        #expect(apart.items.allSatisfy { $0.info != nil })
    }

    @Test("cookies of a format are sent to their hosts, and its Cookie field to the format's host")
    func cookies() throws {
        let info = try info(
            #"""
            {"cookies": "all=1", "formats": [{"url": "https://cdn.example/a.mp4", "cookies": "pass=7; Domain=cdn.example",
             "http_headers": {"Cookie": "old=1", "User-Agent": "x"}}]}
            """#)
        expect(info.headers.map(\.value), is: ["old=1", "x", "pass=7"])
        let (own, other) = (
            try #require(Address("https://cdn.example/b")), try #require(Address("https://h.example/b"))
        )
        expect(info.headers.map { $0.scope?.contains(own) }, is: [true, nil, true])
        expect(info.headers.map { $0.scope?.contains(other) }, is: [false, nil, false])
    }

    @Test(
        "formats in fragments play as DASH manifests, unless an address is not HTTP"
    )
    func fragments() throws {
        func format(_ more: String, _ fragments: String) -> String {
            #"{"url": "https://h/d/", "protocol": "http_dash_segments", "fragment_base_url": "https://h/d/", "#
                + #"\#(more), "fragments": [\#(fragments)]}"#
        }
        let video = format(
            #""acodec": "none", "height": 90, "width": 160"#,
            #"{"path": "i.mp4?a&b"}, {"path": "1.m4s", "duration": 4}, {"url": "https://o/2.m4s", "duration": 2.5}"#)
        let sound = format(#""vcodec": "none""#, #"{"path": "s.mp4"}, {"path": "s1.m4s"}, {"path": "s2.m4s"}"#)
        let bad = format(#""height": 10"#, #"{"path": "file:///etc/passwd"}, {"path": "1", "duration": 1}"#)
        let info = try info(#"{"duration": 6.5, "formats": [\#(sound), \#(bad), \#(video)]}"#)
        let entry = try #require(info.definitionList.first?.entries.first)
        expect(info.definitionList.map(\.info.definitionKey.rawValue), is: ["90p", "audio"])
        #expect(entry.delivery == .dash && entry.audioURL != entry.playURL)
        expect(info.manifests.count, is: 2)
        let picture = String(decoding: try #require(info.manifests[entry.playURL]), as: UTF8.self)
        #expect(
            picture.contains("PT6.5S") && picture.contains(#"<Initialization sourceURL="https://h/d/i.mp4?a&amp;b"/>"#))
        #expect(picture.contains(#"<SegmentURL media="https://o/2.m4s"/>"#))
        let audioURL = try #require(entry.audioURL)
        let text = String(decoding: try #require(info.manifests[audioURL]), as: UTF8.self)
        #expect(text.contains("https://h/d/s2.m4s") && text.contains(#"<S d="3250000"/>"#))
    }

    // MARK: a stand-in for yt-dlp

    /// Writes a shell script that is run instead of yt-dlp.
    private func provider(_ script: String, in folder: URL) throws -> YtDlpProvider {
        let path = folder.appendingPathComponent("yt-dlp").path
        // Another process writes it: a program must not be open for writing here when it starts, not even in a child
        // that another thread is just starting (ETXTBSY).
        let write = #"printf '#!/bin/sh\n%s' "$1" > "$2"; chmod +x "$2""#
        let limits = ProgramRun.Limits(time: .seconds(60), outputBytes: 1000)
        let result = try ProgramRun.run(
            ["/bin/sh", "-c", write, "sh", script, path], limits: limits, cancel: CancelToken())
        try #require(result.status == 0)
        var program = YtDlpProgram()
        program.path = path
        program.format = "best"
        program.rawOptions = [("proxy", "http://p"), ("no-check-certificates", "")]
        return YtDlpProvider(program)
    }

    @Test("PLAY-04: yt-dlp is run with its arguments, without a shell, standard input or our descriptors")
    func running() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        try Data(Self.video.utf8).write(to: folder.appendingPathComponent("out.json"))
        let script = #"""
            cd "$(dirname "$0")"; printf '%s\n' "$@" > args; ls /proc/$$/fd > fds; cat > stdin
            cat out.json
            """#
        let provider = try provider(script, in: folder)
        // A descriptor that stays open across exec. Its number is free, because other tests have descriptors as well.
        let mine = fcntl(0, F_DUPFD, 200)
        try #require(mine >= 200)
        defer { close(mine) }
        #expect(provider.recognizes("ytdl://https://h/a"))
        #expect(!provider.recognizes("https://h/a"))
        let hostile = "ytdl://https://h/a;touch evil $(touch evil)"
        let info = try provider.playInfo(PlayRequest(hostile), cancel: CancelToken())
        expect(info.title, is: "A talk")
        func read(_ name: String) throws -> String {
            try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        }
        let words = try read("args").split(separator: "\n").map(String.init)
        #expect(
            words == [
                "-J", "--no-warnings", "--no-progress", "--flat-playlist", "--format", "best", "--proxy", "http://p",
                "--no-check-certificates", "--", "https://h/a;touch evil $(touch evil)",
            ])
        let descriptors = try read("fds").split(separator: "\n")
        #expect(descriptors.contains("0"))
        #expect(!descriptors.contains("\(mine)"))
        #expect(try read("stdin").isEmpty && !FileManager.default.fileExists(atPath: folder.path + "/evil"))
    }

    @Test("PLAY-32: a yt-dlp that fails, hangs or is missing is reported with a reason")
    func failing() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        func cause(_ script: String) throws -> CatalogueError.Cause? {
            let provider = try provider(script, in: folder)
            return failure { () throws(CatalogueError) in
                try provider.playInfo(PlayRequest("ytdl://https://h/a"), cancel: CancelToken())
            }?.cause
        }
        try expect(
            cause("echo 'ERROR: [x] y: Unsupported URL' >&2; exit 1"), is: .program("yt-dlp: [x] y: Unsupported URL"))
        try expect(cause("echo no json"), is: .malformed(path: "$", problem: "not JSON at byte 0"))
        #expect(try cause(#"echo '{"_type": "playlist", "entries": [{"url": "https://h/b"}]}'"#)?.isUnsupported == true)
        var program = YtDlpProgram()
        program.path = "/nonexistent/yt-dlp"
        let lost = failure { () throws(CatalogueError) in try program.json(for: "x", cancel: CancelToken()) }
        expect(lost?.cause, is: .noProgram("/nonexistent/yt-dlp"))
        program.path = folder.appendingPathComponent("yt-dlp").path
        _ = try provider("exec sleep 1000", in: folder)
        let hanging = program
        let call = CatalogueCall { cancel throws(CatalogueError) in try hanging.json(for: "x", cancel: cancel) }
        call.cancel()
        expect(failure { () throws(CatalogueError) in try call.wait() }?.cause, is: .cancelled)
    }

    @Test("INFO-06: pages are passed to yt-dlp, videos are not")
    func pages() {
        #expect(YtDlpProvider.isWanted(contentType: "Text/HTML"))
        #expect(!YtDlpProvider.isWanted(contentType: "video/mp4"))
        #expect(!YtDlpProvider.isWanted(contentType: nil))
    }
}

extension Found {
    var video: PlayInfo? { if case .video(let info) = self { info } else { nil } }
    var album: AlbumList? { if case .album(let album) = self { album } else { nil } }
}

extension CatalogueError.Cause {
    var isUnsupported: Bool { if case .unsupported = self { true } else { false } }
}
