import Encoding
import PlayCore
import PlaybackModel
import Playlists
import TestSupport
import Testing

@testable import Commands

@Suite("Properties")
struct PropertyTests {
    @Test("dwidth and dheight follow the viewer's aspect ratio and rotation by enlarging one of the two lengths")
    func displaySize() {
        var context = Self.context
        context.snapshot.statistics.displayWidth = 1920
        context.snapshot.statistics.displayHeight = 1080
        func size() -> [JSONValue?] {
            ["dwidth", "dheight"].map { try? PropertyTable.get($0, context) }
        }
        expect(size(), is: [.integer(1920), .integer(1080)])
        context.snapshot.view.aspect = 4.0 / 3
        expect(size(), is: [.integer(1920), .integer(1440)])
        context.snapshot.view.rotation = 90
        expect(size(), is: [.integer(1440), .integer(1920)])
        context.snapshot.view.aspect = 2
        expect(size(), is: [.integer(1080), .integer(2160)])
    }

    /// A context that plays at 754.5 s of 3723 s, in the second of three chapters of the second of two items.
    static var context: PropertyContext {
        var snapshot = PlaybackSnapshot()
        snapshot.status = .playing
        snapshot.item = "/films/the road.part1.mkv"
        snapshot.title = "The road"
        snapshot.duration = .seconds(3723)
        snapshot.canSeek = true
        snapshot.buffered = MediaRange(start: .seconds(740), end: .seconds(800))
        snapshot.tracks = [
            TrackInfo(
                id: 0, kind: .video(width: 1920, height: 1080, framesPerSecond: 24), codec: "h264", language: nil,
                title: nil, isDefault: true, isDecodable: true),
            audio(1, "eng"), audio(2, "deu"),
        ]
        snapshot.videoTrack = 0
        snapshot.audioTrack = 2
        snapshot.volume = 80
        snapshot.chapters = [0, 600, 1200].map {
            Chapter(range: MediaRange(start: .seconds($0), end: .seconds($0 + 600)), title: "Part \($0 / 600 + 1)")
        }
        return PropertyContext(
            snapshot: snapshot, position: .milliseconds(754_500),
            playlist: PlaylistContents(
                items: [
                    .init(id: 7, location: "/a.mkv", title: "A"), .init(id: 4, location: "/films/the road.part1.mkv"),
                ],
                index: 1))
    }

    private static func audio(_ id: Int, _ language: String) -> TrackInfo {
        TrackInfo(
            id: id, kind: .audio(sampleRate: 48_000, channelCount: 2), codec: "aac", language: language, title: nil,
            isDefault: id == 1, isDecodable: true)
    }

    private func get(_ name: String, _ context: PropertyContext = Self.context) throws -> JSONValue {
        try PropertyTable.get(name, context)
    }

    private func error(_ body: () throws -> Void) -> CommandError? {
        do { try body() } catch { return error as? CommandError }
        return nil
    }

    @Test("properties of the item's media have mpv's names, and are unavailable while nothing is open")
    func media() throws {
        var context = Self.context
        context.snapshot.tags = MediaTags(title: "The road", artist: "A singer")
        context.snapshot.format = .mp4
        context.snapshot.statistics.sourceBytes = 12_345
        (context.snapshot.statistics.videoWidth, context.snapshot.statistics.videoHeight) = (1440, 1080)
        (context.snapshot.statistics.displayWidth, context.snapshot.statistics.displayHeight) = (1920, 1080)
        context.snapshot.statistics.framesPerSecond = 24
        context.screen = ScreenPixels(width: 100, height: 60)
        let expected: [(String, JSONValue)] = [
            ("metadata/by-key/artist", .string("A singer")), ("metadata/title", .string("The road")),
            ("metadata/by-key/ARTIST", .string("A singer")), ("filtered-metadata/Artist", .string("A singer")),
            ("chapter-metadata/by-key/title", .string("Part 2")), ("stream-end", .integer(12_345)),
            ("video-params/w", .integer(1440)), ("video-params/dw", .integer(1920)),
            ("audio-params/samplerate", .integer(48_000)), ("audio-params/channels", .string("stereo")),
            ("audio-codec-name", .string("aac")), ("video-format", .string("h264")), ("file-format", .string("mp4")),
            ("file-size", .integer(12_345)), ("estimated-vf-fps", .number(24)),
            ("estimated-frame-number", .integer(18_108)), ("estimated-frame-count", .integer(89_352)),
            ("current-tracks/audio/lang", .string("deu")), ("current-tracks/video/id", .integer(1)),
            ("osd-width", .integer(100)), ("osd-dimensions/h", .integer(60)), ("current-vo", .string("tct")),
            ("demuxer-cache-state/cache-end", .number(800)), ("cache-buffering-state", .integer(100)),
            ("option-info/volume/max", .number(130)), ("options/volume", .number(80)),
        ]
        for (name, value) in expected { try expect(get(name, context), is: value, "\(name)") }
        expect(error { _ = try get("live-delay", context) }, is: .unavailable("live-delay"))
        context.liveDelay = .milliseconds(12_500)
        try expect(get("live-delay", context), is: .number(12.5))
        let closed = PropertyContext()
        for name in ["metadata", "video-params", "audio-params", "file-size", "demuxer-cache-state", "current-tracks"] {
            expect(error { _ = try get(name, closed) }, is: .unavailable(name), "\(name)")
        }
        expect(error { _ = try get("current-tracks/sub/lang", context) }, is: .unavailable("current-tracks/sub/lang"))
        expect(error { _ = try get("option-info/bogus", context) }, is: .unknownProperty("option-info/bogus"))
    }

    @Test("options without an effect keep the values that clients set, within their ranges")
    func noted() throws {
        var context = Self.context
        try expect(get("sub-scale", context), is: .number(1))
        try expect(PropertyTable.set("sub-scale", .number(1.5), context), is: .note("sub-scale", .number(1.5)))
        #expect(error { _ = try PropertyTable.set("sub-scale", .number(-1), context) } != nil)
        let fields = JSONValue.list([.string("A: b, c"), .string("D: e")])
        try expect(PropertyTable.set("http-header-fields", fields, context), is: .note("http-header-fields", fields))
        context.noted = ["sub-scale": .number(1.5), "force-media-title": .string("Mine")]
        try expect(get("sub-scale", context), is: .number(1.5))
        try expect(get("media-title", context), is: .string("Mine"))
        context.noted["http-header-fields"] = fields
        try expect(PropertyTable.text("http-header-fields", context), is: "A: b, c,D: e")
        try expect(PropertyTable.text("glsl-shaders", context), is: "")
        try expect(PropertyTable.text("sub-pos", context), is: "100")
        try expect(get("cursor-autohide", context), is: .integer(1000))
        try expect(get("force-window", context), is: .flag(false))
        try expect(
            PropertyTable.set("user-data/me/state", .flag(true), context), is: .userData(["me", "state"], .flag(true)))
        var options = NotedOptions()
        options.values = ["http-header-fields": fields, "start": .string("10"), "sub-scale": .number(2)]
        expect(
            options.ofNextFile, is: [.init("start", "10"), .init("http-header-fields", "A: b\\, c,D: e")])
    }

    @Test("PLAY-26: subtitle tracks, external files included, are in track-list and are selected by number")
    func subtitles() throws {
        var context = Self.context
        context.subtitles.tracks = [
            SubtitleProperties.Track(title: nil, language: "eng", codec: "ass", isDefault: true, file: nil),
            SubtitleProperties.Track(
                title: "b", language: nil, codec: "subrip", isDefault: false, purpose: [.forced, .hearingImpaired],
                file: "/b.srt"),
        ]
        context.subtitles.first = 1
        context.subtitles.text = "Hello"
        #expect(try get("sid", context) == .integer(2) && get("secondary-sid", context) == .flag(false))
        #expect(try get("sub-text", context) == .string("Hello") && get("sub-visibility", context) == .flag(true))
        try expect(get("track-list/4/external-filename", context), is: .string("/b.srt"))
        try expect(get("track-list/4/selected", context), is: .flag(true))
        try expect(get("track-list/3/external", context), is: .flag(false))
        try expect(get("track-list/3/forced", context), is: .flag(false))
        try expect(get("track-list/4/forced", context), is: .flag(true))
        try expect(get("track-list/4/hearing-impaired", context), is: .flag(true))
        try expect(get("track-list/4/visual-impaired", context), is: .flag(false))
        try expect(PropertyTable.cycling("sub", isUp: true, context), is: .string("no"))
        try expect(PropertyTable.cycling("sid", isUp: false, context), is: .string("1"))
        try expect(
            PropertyTable.set("sid", .integer(1), context), is: .subtitles(.select(0, isSecond: false)))
        try expect(
            PropertyTable.set("secondary-sid", .string("no"), context), is: .subtitles(.select(nil, isSecond: true)))
        try expect(PropertyTable.set("sub-delay", .number(-1.5), context), is: .subtitles(.delay(.milliseconds(-1500))))
        expect(error { _ = try PropertyTable.set("sid", .integer(3), context) }, is: .unavailable("sid"))
    }

    @Test("a sound track from a separate file is listed as external, with the file's name")
    func externalSound() throws {
        var context = Self.context
        let place = try #require(
            context.snapshot.tracks.firstIndex { if case .audio = $0.kind { true } else { false } })
        try expect(get("track-list/\(place)/external", context), is: .flag(false))
        context.snapshot.tracks[place].external = ExternalTrack(name: "/dub.mka")
        try expect(get("track-list/\(place)/external", context), is: .flag(true))
        try expect(get("track-list/\(place)/external-filename", context), is: .string("/dub.mka"))
    }

    @Test("properties have the values and units of mpv")
    func values() throws {
        let cases: [(String, JSONValue)] = [
            ("pause", .flag(false)), ("time-pos", .number(754.5)), ("duration", .number(3723)),
            ("time-remaining", .number(2968.5)), ("speed", .number(1)), ("volume", .number(80)), ("mute", .flag(false)),
            ("path", .string("/films/the road.part1.mkv")), ("filename", .string("the road.part1.mkv")),
            ("filename/no-ext", .string("the road.part1")), ("media-title", .string("The road")),
            ("vid", .integer(1)), ("aid", .integer(2)), ("sid", .flag(false)), ("chapter", .integer(1)),
            ("chapters", .integer(3)), ("chapter-list/2/title", .string("Part 3")),
            ("chapter-list/count", .integer(3)), ("track-list/count", .integer(3)),
            ("track-list/2/lang", .string("deu")), ("track-list/2/id", .integer(2)),
            ("track-list/2/selected", .flag(true)), ("track-list/1/selected", .flag(false)),
            ("playlist-pos", .integer(1)), ("playlist-pos-1", .integer(2)), ("playlist-count", .integer(2)),
            ("playlist/1/current", .flag(true)), ("playlist/0/filename", .string("/a.mkv")),
            ("playlist/0/id", .integer(7)), ("playlist/1/id", .integer(4)), ("playlist/0/title", .string("A")),
            ("shuffle", .flag(false)), ("loop-playlist", .flag(false)), ("idle", .flag(false)),
            ("osd-level", .integer(1)),
            ("demuxer-cache-time", .number(800)), ("paused-for-cache", .flag(false)), ("eof-reached", .flag(false)),
            ("idle-active", .flag(false)), ("loop-file", .flag(false)), ("options/volume", .number(80)),
            ("audio-channel", .string("both")), ("scaling", .string("fit")),
        ]
        for (name, value) in cases { try expect(get(name), is: value, "\(name)") }
        for name in PropertyTable.names {
            #expect(error { _ = try get(name) }.map { $0 == .unavailable(name) } != false)
        }
    }

    @Test("duration-estimated tells whether the duration is a guess, and is unavailable without a duration")
    func guessed() throws {
        var context = Self.context
        try expect(get("duration-estimated", context), is: .flag(false))
        context.snapshot.isDurationGuessed = true
        try expect(get("duration-estimated", context), is: .flag(true))
        expect(error { _ = try get("duration-estimated", PropertyContext()) }, is: .unavailable("duration-estimated"))
    }

    @Test("unknown, unavailable, read-only and invalid properties are reported as different errors")
    func errors() {
        expect(error { _ = try get("bogus") }, is: .unknownProperty("bogus"))
        expect(error { _ = try get("track-list/9/id") }, is: .unknownProperty("track-list/9/id"))
        expect(error { _ = try get("track-list/x") }, is: .unknownProperty("track-list/x"))
        expect(error { _ = try get("duration", PropertyContext()) }, is: .unavailable("duration"))
        expect(error { _ = try get("time-pos", PropertyContext()) }, is: .unavailable("time-pos"))
        expect(error { _ = try set("duration", .number(1)) }, is: .readOnly("duration"))
        try expect(error { _ = try set("volume", .string("loud")) }, is: .badValue("volume", value: "loud"))
        try expect(error { _ = try set("volume", .number(131)) }, is: .badValue("volume", value: "131.000000"))
        expect(error { _ = try set("aid", .integer(7)) }, is: .unavailable("aid"))
        expect(error { _ = try set("bogus", .null) }, is: .unknownProperty("bogus"))
    }

    private func set(_ name: String, _ value: JSONValue) throws -> PropertyChange {
        try PropertyTable.set(name, value, Self.context)
    }

    @Test("setting a property results in the matching command or change")
    func setting() throws {
        let cases: [(String, JSONValue, PropertyChange)] = [
            ("pause", .flag(true), .session(.pause)), ("pause", .string("no"), .session(.play)),
            ("time-pos", .number(10.5), .session(.seek(.absolute(.milliseconds(10_500)), .exact))),
            ("time-pos", .string("1:00"), .session(.seek(.absolute(.seconds(60)), .exact))),
            ("percent-pos", .integer(50), .session(.seek(.percent(50), .keyframe))),
            ("speed", .string("1.5"), .session(.setRate(PlaybackRate(1.5)))),
            ("volume", .number(33.4), .session(.setVolume(33))), ("mute", .string("yes"), .session(.setMuted(true))),
            ("aid", .integer(1), .session(.selectTrack(.audio, id: 1))),
            ("vid", .string("no"), .session(.selectTrack(.video, id: nil))),
            ("aid", .string("auto"), .session(.selectTrack(.audio, id: 1))),
            ("chapter", .integer(2), .session(.seek(.chapter(2), .exact))),
            ("loop-file", .string("inf"), .session(.setLoopFile(nil))),
            ("loop-file", .flag(false), .session(.setLoopFile(0))),
            ("loop-file", .integer(3), .session(.setLoopFile(3))),
            ("ab-loop-a", .number(5), .session(.setABLoop(start: .seconds(5), end: nil))),
            ("audio-delay", .number(-0.1), .session(.setAudioDelay(.milliseconds(-100)))),
            ("skip-silence", .flag(true), .session(.setPassesSilence(true))),
            ("shuffle", .string("yes"), .external(.playlist(.setShuffled(true)))),
            ("loop-playlist", .string("inf"), .external(.playlist(.setRepeat(.endless)))),
            ("loop-playlist", .string("force"), .external(.playlist(.setRepeat(.endlessDespiteFailures)))),
            ("loop-playlist", .integer(3), .external(.playlist(.setRepeat(.times(3))))),
            ("loop-playlist", .flag(false), .external(.playlist(.setRepeat(.times(1))))),
            ("idle", .flag(true), .idle(.yes)), ("idle", .string("once"), .idle(.once)),
            ("osd-level", .integer(3), .osdLevel(3)),
            ("playlist-pos", .integer(0), .playlistIndex(0)), ("playlist-pos-1", .integer(2), .playlistIndex(1)),
            ("fullscreen", .flag(true), .fullScreen(true)), ("keep-open", .flag(true), .keepOpen(true)),
            ("scaling", .string("fill"), .session(.setScalingMode(.aspectFill))),
        ]
        for (name, value, change) in cases { try expect(set(name, value), is: change, "\(name)=\(value)") }
    }

    @Test("add stays within the range, and cycle starts again after the last value")
    func steps() throws {
        let context = Self.context
        try expect(PropertyTable.adding("volume", 60, context), is: .number(130))
        try expect(PropertyTable.adding("volume", nil, context), is: .number(81))
        try expect(PropertyTable.adding("chapter", -1, context), is: .number(0))
        try expect(PropertyTable.multiplying("speed", 2, context), is: .number(2))
        try expect(PropertyTable.cycling("mute", isUp: true, context), is: .flag(true))
        try expect(PropertyTable.cycling("aid", isUp: true, context), is: .string("no"))
        try expect(PropertyTable.cycling("aid", isUp: false, context), is: .string("1"))
        try expect(PropertyTable.cycling("loop-file", isUp: true, context), is: .string("inf"))
        try expect(PropertyTable.cycling("scaling", isUp: false, context), is: .string("stretch"))
        try expect(PropertyTable.cycling("speed", ["1", "1.5"], context), is: .string("1.5"))
        try expect(PropertyTable.cycling("speed", ["2", "1.5"], context), is: .string("2"))
        #expect(error { _ = try PropertyTable.multiplying("mute", 2, context) } != nil)
    }

    @Test("property expansion inserts values in readable form")
    func expansion() {
        func expand(_ text: String) -> String { PropertyExpansion.expand(text, Self.context) }
        expect(expand("${time-pos} / ${duration}"), is: "00:12:34 / 01:02:03")
        expect(expand("${=time-pos}"), is: "754.500000")
        expect(expand("${bogus} ${bogus:none} $$5 ${volume}"), is: "(error) none $5 80")
        expect(expand("${width} ${=width} ${=bogus}"), is: "(unavailable)  ")
        expect(expand("${?mute==no:a}${?mute==yes:b}${!volume==80:c}${!mute==yes:d}${?bogus==no:e}"), is: "ad")
        expect(expand("${?duration:yes}${!duration:no}${!bogus:${volume}}"), is: "yes80")
        expect(expand("a $> ${volume}"), is: "a  ${volume}")
        expect(expand("${open"), is: "${open")
        expect(expand("100 $"), is: "100 $")
    }

    @Test("numbers have six digits after the decimal point")
    func text() {
        expect(JSONValue.number(1.1).propertyText, is: "1.100000")
        expect(JSONValue.number(-0.5).propertyText, is: "-0.500000")
        expect(JSONValue.number(0).propertyText, is: "0.000000")
        expect(JSONValue.flag(true).propertyText, is: "yes")
        expect(JSONValue.integer(3).propertyText, is: "3")
    }

    @Test("zoom, pan, rotation, aspect ratio and deinterlacing have mpv's names and ranges")
    func view() throws {
        func view(_ change: (inout PictureView) -> Void) -> PropertyChange {
            var view = PictureView()
            change(&view)
            return .session(.setPictureView(view))
        }
        let context = Self.context
        #expect(try get("video-zoom") == .number(0) && get("video-rotate") == .integer(0))
        try expect(PropertyTable.set("video-zoom", .string("0.5"), context), is: view { $0.zoom = 0.5 })
        try expect(PropertyTable.adding("video-pan-x", -0.1, context), is: .number(-0.1))
        try expect(PropertyTable.set("video-pan-y", .number(-0.1), context), is: view { $0.panY = -0.1 })
        try expect(PropertyTable.cycling("video-rotate", isUp: true, context), is: .number(90))
        try expect(PropertyTable.set("video-rotate", .integer(270), context), is: view { $0.rotation = 270 })
        #expect(error { _ = try PropertyTable.set("video-rotate", .integer(45), context) } != nil)
        try expect(get("video-aspect-override"), is: .number(-1))
        try expect(
            PropertyTable.set("video-aspect-override", .string("4:3"), context), is: view { $0.aspect = 4.0 / 3 })
        try expect(PropertyTable.set("video-aspect-override", .string("no"), context), is: view { _ in })
        #expect(error { _ = try PropertyTable.set("video-aspect-override", .string("9:0"), context) } != nil)
        try expect(PropertyTable.set("deinterlace", .string("yes"), context), is: view { $0.deinterlacing = .yes })
        #expect(error { _ = try PropertyTable.set("video-zoom", .number(21), context) } != nil)
    }

    @Test("sound filters, normalisation and languages have mpv's property names")
    func sound() throws {
        func filters(_ change: (inout SoundFilters) -> Void) -> PropertyChange {
            var filters = SoundFilters()
            change(&filters)
            return .session(.setSoundFilters(filters))
        }
        let context = Self.context
        #expect(try get("af") == .string("") && get("replaygain") == .flag(false))
        try expect(
            PropertyTable.set("af", .string("lavfi=[bass=g=3]"), context), is: filters { $0.graphs = ["bass=g=3"] })
        try expect(PropertyTable.set("af", .string(""), context), is: filters { _ in })
        try expect(PropertyTable.set("loudnorm", .flag(true), context), is: filters { $0.isNormalised = true })
        try expect(PropertyTable.set("replaygain", .string("album"), context), is: filters { $0.gain.mode = .album })
        try expect(
            PropertyTable.set("replaygain-preamp", .number(-3), context), is: filters { $0.gain.preamplification = -3 })
        try expect(
            PropertyTable.set("alang", .string("ja,en"), context), is: .session(.setAudioLanguages(["ja", "en"])))
        try expect(PropertyTable.set("slang", .string("zh+en"), context), is: .subtitles(.languages(["zh+en"])))
        let languages = JSONValue.list([.string("ja"), .string("en")])
        try expect(PropertyTable.set("alang", languages, context), is: .session(.setAudioLanguages(["ja", "en"])))
    }
}
