import Commands
import Encoding
import PlayCore
import PlaybackModel
import Playlists
import TestSupport
import Testing

@testable import RemoteControl

@Suite("MPRIS")
struct MPRISTests {
    private func state(_ change: (inout PropertyContext) -> Void = { _ in }, art: String? = nil) -> MPRISState {
        var context = FakeRunner.playing()
        context.snapshot.clock = ClockReading(
            position: .seconds(10), hostTime: .seconds(100), rate: .normal, isRunning: true)
        change(&context)
        return MPRISState(context: context, artUrl: art)
    }

    private func value(_ name: String, _ state: MPRISState) -> BusValue? {
        state.properties(of: MPRISState.playerInterface)?.first { $0.key == name }?.value
    }

    @Test("PLAY-21: the player's state is reported in the words and units of the specification")
    func properties() {
        let playing = state()
        expect(value("PlaybackStatus", playing), is: .string("Playing"))
        expect(value("PlaybackStatus", state { $0.snapshot.status = .paused }), is: .string("Paused"))
        expect(value("PlaybackStatus", state { $0.snapshot.status = .reachEnd }), is: .string("Stopped"))
        let stopped = state {
            $0.snapshot.status = .stopped
            $0.playlist.index = nil
        }
        expect(value("PlaybackStatus", stopped), is: .string("Stopped"))
        expect(value("CanPlay", stopped), is: .flag(true))
        expect(value("CanPlay", state { $0.snapshot.status = .unload }), is: .flag(false))
        expect(value("Volume", state { $0.snapshot.volume = 45 }), is: .number(0.45))
        expect(value("LoopStatus", playing), is: .string("None"))
        expect(value("LoopStatus", state { $0.snapshot.loopFile = nil }), is: .string("Track"))
        expect(value("CanGoNext", playing), is: .flag(true))
        expect(value("CanGoPrevious", playing), is: .flag(false))
        let last = state { $0.playlist.index = 1 }
        expect(value("CanGoNext", last), is: .flag(false))
        expect(value("CanGoPrevious", last), is: .flag(true))
        let endless = state {
            $0.playlist.index = 1
            $0.playlist.repeats = .endless
        }
        expect(value("CanGoNext", endless), is: .flag(true))
        expect(value("LoopStatus", endless), is: .string("Playlist"))
        expect(value("CanGoNext", state { $0.playlist.index = nil }), is: .flag(false))
        expect(value("Shuffle", playing), is: .flag(false))
        expect(value("Shuffle", state { $0.playlist.isShuffled = true }), is: .flag(true))
        expect(value("CanSeek", state { $0.snapshot.canSeek = false }), is: .flag(false))
        expect(playing.position(at: .seconds(105)), is: 15_000_000)
        expect(playing.position(at: .seconds(1000)), is: 60_000_000)
        #expect(playing.properties(of: "org.mpris.MediaPlayer2.TrackList") == nil)
    }

    @Test("PLAY-22: metadata contains the picture's address if there is one")
    func metadata() {
        let expected: [(key: String, value: BusValue)] = [
            ("mpris:trackid", .path("/org/tvplay/track/1")), ("mpris:length", .integer(60_000_000)),
            ("xesam:title", .string("A title")), ("xesam:url", .string("file:///films/a%20b.mkv")),
        ]
        expect(value("Metadata", state()), is: .map(expected))
        #expect(
            value("Metadata", state(art: "file:///a.png"))
                == .map(expected + [("mpris:artUrl", .string("file:///a.png"))]))
        let tagged = state { $0.snapshot.tags = MediaTags(artist: "A band", album: "An album") }
        let fields: [(key: String, value: BusValue)] =
            Array(expected.prefix(3)) + [
                ("xesam:artist", .strings(["A band"])), ("xesam:album", .string("An album")), expected[3],
            ]
        expect(value("Metadata", tagged), is: .map(fields))
    }

    @Test("only changed properties are reported, never the position, and a seek is detected")
    func changes() {
        let old = state()
        expect(state { $0.snapshot.volume = 50 }.changes(since: old).map(\.key), is: ["Volume"])
        #expect(state { $0.snapshot.clock = .zero }.changes(since: old).isEmpty)
        let seeking = state { $0.snapshot.isSeeking = true }
        #expect(!seeking.hasJumped(since: old))
        #expect(old.hasJumped(since: seeking))
        #expect(!state { $0.playlist.index = 1 }.hasJumped(since: seeking))
    }

    private func call(_ member: String, integer: Int64? = nil, text: String? = nil, path: String? = nil)
        -> MPRISObject.Outcome
    {
        let arguments = MPRISObject.Arguments(integer: { integer }, text: { text }, path: { path })
        return MPRISObject.call(MPRISState.playerInterface, member, arguments, state(), at: .seconds(100))
    }

    @Test("PLAY-21: every method leads to commands, within the bounds of the specification")
    func methods() {
        expect(call("Next"), is: .commands([.playlistMove(by: 1)]))
        expect(call("Previous"), is: .commands([.playlistMove(by: -1)]))
        expect(call("Play"), is: .commands([.set("pause", .flag(false))]))
        expect(call("Pause"), is: .commands([.set("pause", .flag(true))]))
        expect(call("PlayPause"), is: .commands([.cycle("pause", isUp: true)]))
        expect(call("Stop"), is: .commands([.set("pause", .flag(true)), .seek(.absolute(.zero), .keyframe)]))
        expect(call("Seek", integer: 5_000_000), is: .commands([.seek(.relative(.seconds(5)), .exact)]))
        expect(call("Seek", integer: 51_000_000), is: .commands([.playlistMove(by: 1)]))
        expect(call("Seek"), is: .wrongArguments)
        let track = "/org/tvplay/track/1"
        expect(
            call("SetPosition", integer: 30_000_000, path: track),
            is: .commands([.seek(.absolute(.seconds(30)), .exact)]))
        expect(call("SetPosition", integer: 61_000_000, path: track), is: .commands([]))
        expect(call("SetPosition", integer: -1, path: track), is: .commands([]))
        expect(call("SetPosition", integer: 1, path: "/org/tvplay/track/2"), is: .commands([]))
        #expect(
            call("OpenUri", text: "file:///a%20b.mkv") == .commands([.loadFile(path: "/a b.mkv", mode: .replace)]))
        expect(call("Bogus"), is: .unknown)
    }

    @Test("PLAY-21: rate, volume, loop and shuffle can be set within their bounds")
    func setting() {
        expect(MPRISObject.set("Volume", .number(0.5)), is: [.set("volume", .number(50))])
        expect(MPRISObject.set("Volume", .number(9)), is: [.set("volume", .number(130))])
        expect(MPRISObject.set("Rate", .number(1.5)), is: [.set("speed", .number(1.5))])
        expect(MPRISObject.set("Rate", .number(0)), is: [.set("pause", .flag(true))])
        expect(
            MPRISObject.set("LoopStatus", .string("Track")),
            is: [.set("loop-file", .string("inf")), .set("loop-playlist", .string("no"))])
        expect(
            MPRISObject.set("LoopStatus", .string("Playlist")),
            is: [.set("loop-file", .string("no")), .set("loop-playlist", .string("inf"))])
        expect(MPRISObject.set("Shuffle", .flag(true)), is: [.set("shuffle", .flag(true))])
        for value in [BusValue.string("x"), .number(.nan), .flag(true)] {
            expect(MPRISObject.set("Volume", value), is: nil)
        }
        expect(MPRISObject.set("CanSeek", .flag(true)), is: nil)
    }

    @Test("paths are converted to addresses and back, byte for byte")
    func addresses() {
        let path = ByteText.text([0x2F, 0x61, 0xFF, 0x25, 0x20, 0xC3, 0xA9])
        #expect(FileAddress.address(path) == "file:///a%FF%25%20%C3%A9")
        #expect(FileAddress.path("file:///a%FF%25%20%C3%A9") == path)
        #expect(FileAddress.path("file://localhost/a") == "/a")
        #expect(FileAddress.address("a.mkv", workingFolder: "/w") == "file:///w/a.mkv")
        #expect(FileAddress.address("https://h/a b") == "https://h/a b")
        #expect(FileAddress.path("https://h/a") == nil)
        #expect(FileAddress.path("file:///%zz") == nil)
        #expect(FileAddress.path("file:///a%00b") == nil)
    }
}
