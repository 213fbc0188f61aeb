import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

/// A clip whose second half cannot be read.
private final class BrokenSource: ByteSource {
    private let clip: MemoryByteSource

    init(_ fixture: String) { clip = Fixtures.source(fixture) }

    var size: Int64? { clip.size }
    var canSeek: Bool { true }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        guard offset < (clip.size ?? 0) / 2 else { throw ByteSourceError(.io, operation: "read", context: "test") }
        return try clip.read(at: offset, into: buffer)
    }
}

@Suite("Sound in separate files", .timeLimit(.minutes(10)))
struct ExternalSoundTests {
    private func sound(
        _ fixture: String, title: String? = nil, language: String? = nil, isFound: Bool = false
    ) -> ExternalSound {
        ExternalSound(ExternalTrack(name: "/dubs/" + fixture, isFound: isFound), title: title, language: language) {
            _ throws(MediaError) in .bytes(Fixtures.source(fixture))
        }
    }

    private func container(_ fixture: String) throws -> ContainerSource {
        try ContainerSource(Fixtures.source(fixture), nameHint: fixture, cancel: CancelToken())
    }

    /// Returns the track and time of each packet from here to the end.
    private func packets(_ source: PairedSource) throws -> [(track: Int, time: MediaTime)] {
        var found: [(Int, MediaTime)] = []
        while let item = try source.read() {
            if case .packet(let packet) = item { found.append((packet.track, packet.time ?? .zero)) }
        }
        return found
    }

    @Test("each added file adds a track after the film's, and the selected one is read in step with the picture")
    func reading() throws {
        let source = PairedSource(try container("counter.mp4"))
        let first = try #require(source.add(try container("audio-only.m4a"), as: sound("audio-only.m4a", title: "Dub")))
        let second = try #require(source.add(try container("sheet.flac"), as: sound("sheet.flac", language: "fr")))
        expect(source.tracks.map(\.id), is: [0, 1, first, second])
        expect(source.tracks.map(\.external?.name), is: [nil, nil, "/dubs/audio-only.m4a", "/dubs/sheet.flac"])
        expect(source.tracks.suffix(2).map(\.title), is: ["Dub", "sheet.flac"])
        expect(source.tracks.last?.language, is: "fr")
        #expect(source.parameters(of: second) != nil)
        source.select([0, second])
        #expect(source.seek(to: .seconds(1), direction: .atOrBefore))
        let all = try packets(source)
        expect(Set(all.map(\.track)), is: [0, second])
        #expect(try #require(all.first { $0.track == second }).time <= .seconds(1))
        // While both tracks last, neither is far ahead of the other.
        let early = all.prefix { $0.time < .seconds(2) }
        #expect(early.contains { $0.track == second } && early.contains { $0.track == 0 })
        source.remove(track: first)
        expect(source.tracks.map(\.id), is: [0, 1, second])
        source.remove(track: 1)
        expect(source.tracks.map(\.id), is: [0, 1, second], "the film's own stays")
    }

    @Test("an added file that fails ends there, the film continues, and the failure is reported once")
    func failing() throws {
        let source = PairedSource(try container("video-only.mp4"))
        let broken = try ContainerSource(BrokenSource("counter.mkv"), nameHint: "counter.mkv", cancel: CancelToken())
        let track = try #require(source.add(broken, as: sound("counter.mkv")))
        source.select([0, track])
        #expect(source.seek(to: .zero, direction: .atOrBefore))
        try expect(packets(source).last { $0.track == 0 }.map { $0.time > .seconds(9) }, is: true)
        expect(source.takeFailure()?.file.name, is: "/dubs/counter.mkv")
        #expect(source.takeFailure() == nil)
    }

    @Test("a named file replaces the film's sound, and every file that can be opened is in the track list")
    func beginning() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        let film = Fixtures.source("counter.mp4")
        var input = SessionInput(name: "counter.mp4") { _ throws(ByteSourceError) in film }
        let (found, named) = (sound("sheet.flac", isFound: true), sound("audio-only.m4a"))
        let missing = ExternalSound(ExternalTrack(name: "/gone.flac")) { _ throws(MediaError) in
            throw MediaError(
                .source(ByteSourceError(.notFound, operation: "open", context: "/gone.flac")), operation: "open")
        }
        input.sounds = { [found, named, missing] }
        harness.session.setUp(input, options: SessionOptions())
        let ready = try #require(harness.wait { $0.status == .ready })
        let playing = ready.tracks.first { $0.id == ready.audioTrack }
        expect(playing?.external, is: ExternalTrack(name: "/dubs/audio-only.m4a"))
        expect(ready.tracks.count, is: 4)
        expect(ready.duration, is: .seconds(10), "the film's")
        let lost = ready.notices.compactMap { notice -> String? in
            if case .externalSoundFailed(let name, _) = notice.notice { name } else { nil }
        }
        expect(lost, is: ["/gone.flac"])
    }

    @Test("a file added during playback starts at once if it is wanted, and removing it leaves silence")
    func adding() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.open("counter.mp4")
        let own = try #require(harness.wait { $0.status == .playing && $0.audioTrack != nil }).audioTrack
        harness.session.add(sound("sheet.flac"), isWanted: false)
        let waiting = try #require(harness.wait { $0.tracks.count == 3 })
        expect(waiting.audioTrack, is: own)
        harness.session.add(sound("audio-only.m4a"), isWanted: true)
        let changed = try #require(harness.wait { $0.tracks.count == 4 && $0.audioTrack != own })
        let dub = try #require(changed.tracks.first { $0.id == changed.audioTrack })
        expect(dub.external?.name, is: "/dubs/audio-only.m4a")
        #expect(harness.wait { $0.status == .playing && !$0.isSeeking } != nil)
        harness.session.send(.removeSound(dub.id))
        let silent = try #require(harness.wait { $0.tracks.count == 3 })
        expect(silent.audioTrack, is: nil)
        expect(silent.tracks.compactMap(\.external?.name), is: ["/dubs/sheet.flac"])
        harness.session.send(.removeSound(try #require(own)))
        harness.session.send(.selectTrack(.audio, id: own))
        expect(harness.wait { $0.audioTrack == own }?.tracks.count, is: 3, "the film's own stays")
    }

    @Test("a file that cannot be added is reported and changes nothing", arguments: ["video-only.mp4", "still.png"])
    func unusable(_ fixture: String) throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.open("counter.mp4")
        #expect(harness.wait { $0.status == .playing } != nil)
        harness.session.add(sound(fixture), isWanted: true)
        let told = try #require(harness.wait { !$0.notices.isEmpty })
        guard case .externalSoundFailed("/dubs/" + fixture, let reason)? = told.notices.first?.notice else {
            Issue.record("\(told.notices)")
            return
        }
        #expect(told.notices.count == 1 && reason.hasSuffix("(no audio track)"))
        expect(told.tracks.count, is: 2)
    }

    @Test("reopening an item keeps the added sounds but not the removed ones")
    func again() {
        var talk = MachineConversation()
        talk.play()
        let (first, second) = (sound("a.flac"), sound("b.flac"))
        talk.tell { $0.add(first, isWanted: true) }
        talk.tell { $0.add(second, isWanted: false) }
        expect(talk.machine.item.input?.sounds?().map(\.file.name), is: ["/dubs/a.flac", "/dubs/b.flac"])
        let external = TrackInfo(
            id: 5, kind: .audio(sampleRate: 8000, channelCount: 1), codec: "flac", language: nil, title: nil,
            isDefault: false, isDecodable: true)
        let added = first.describing(external)
        let asked = talk.when(.worker(.sounds([Film.video, Film.sound, added], wanted: 5)))
        expect(asked.requests.map(\.audioTrack), is: [5])
        talk.answerRequest()
        let reloaded = talk.when(.command(.reloadSound(5)))
        expect(reloaded.requests.map(\.audioTrack), is: [nil])
        talk.answerRequest()
        expect(talk.machine.item.input?.sounds?().map(\.file.name), is: ["/dubs/b.flac", "/dubs/a.flac"])
        _ = talk.when(.worker(.sounds([Film.video, Film.sound, added], wanted: 5)))
        talk.answerRequest()
        let left = talk.when(.command(.removeSound(5)))
        expect(left.requests.map(\.audioTrack), is: [nil])
        expect(talk.machine.item.input?.sounds?().map(\.file.name), is: ["/dubs/b.flac"])
    }
}
