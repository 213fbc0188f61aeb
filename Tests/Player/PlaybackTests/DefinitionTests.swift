import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

/// Preferred definitions: of a video's sources and of a container's tracks.
@Suite("Definitions")
struct DefinitionTests {
    private static func video(_ id: Int, _ height: Int, isDecodable: Bool = true) -> TrackInfo {
        Film.picture(id, height: height, isDecodable: isDecodable)
    }
    private static let sound = TrackInfo(
        id: 9, kind: .audio(sampleRate: 48_000, channelCount: 2), codec: "aac", language: nil, title: nil,
        isDefault: true, isDecodable: true)

    private func options(_ keys: String...) -> SessionOptions {
        var options = SessionOptions()
        options.preferredDefinitions = keys.map { DefinitionInfo.Key(rawValue: $0) }
        return options
    }

    @Test("PLAY-12: the first preferred video track that can be decoded plays, or else the container's default")
    func tracks() {
        let selector = TrackSelector(tracks: [
            Self.video(0, 1080), Self.video(1, 720), Self.video(2, 480, isDecodable: false), Self.sound,
        ])
        expect(selector.video(options("720p", "1080p")).track, is: 1)
        expect(selector.video(options("480p", "720p")).track, is: 1)
        expect(selector.video(options("360p")).track, is: 0)
        expect(selector.video(options("audio", "720p")).track, is: nil)
        var numbered = options("720p")
        numbered.videoTrack = .number(1)
        expect(selector.video(numbered).track, is: 0)
        numbered.videoTrack = .none
        expect(selector.video(numbered).track, is: nil)
        var silent = options("audio", "720p")
        silent.audioTrack = .none
        expect(selector.video(silent).track, is: 1)
        expect(TrackSelector(tracks: [Self.video(0, 720)]).video(options("audio")).track, is: 0)
    }

    @Test("PLAY-12, PLAY-34: a preference for sound only decodes no picture")
    func soundOnly() {
        var talk = MachineConversation()
        talk.setUp { $0.preferredDefinitions = [.audio] }
        let requests = talk.open().requests
        expect(requests.map(\.videoTrack), is: [nil])
        expect(requests.map(\.audioTrack), is: [1])
        talk.answerRequest()
        expect(talk.state.status, is: .ready)
        expect(talk.snapshot.videoTrack, is: nil)
        expect(talk.snapshot.audioTrack, is: 1)
        expect(talk.snapshot.currentDefinition?.definitionKey, is: .audio)
        expect(talk.snapshot.statistics.presentedFrames, is: 0)
    }

    private func provider(_ options: SessionOptions, refusing: Set<String> = []) -> BasicSessionProvider {
        BasicSessionProvider(options: { _ in options }) { source in
            refusing.contains(source.location)
                ? nil : SessionInput(name: source.location, refusal: PlayError(.unknown, reason: "", item: ""))
        }
    }

    private let online = Video(
        id: "v",
        sources: [
            Source("high", definition: DefinitionInfo(key: .high, name: "")),
            Source("720", definition: DefinitionInfo(key: .hd720, name: "")),
            Source("720 elsewhere", definition: DefinitionInfo(key: .hd720, name: "")),
            Source("sound", definition: DefinitionInfo(key: .audio, name: "")),
        ])

    @Test(
        "PLAY-12, PLAY-26, INFO-06: the first source of the preferred definition that can be opened is used"
    )
    func sources() throws {
        let plan = try provider(options("1080p", "720p")).plan(for: online)
        expect(plan.input.name, is: "720")
        expect(plan.options.selection?.definition?.definitionKey, is: .hd720)
        expect(plan.options.selection?.network, is: NetworkEntry(index: 0, count: 2))
        let second = try provider(options("720p"), refusing: ["720"]).plan(for: online)
        expect(second.input.name, is: "720 elsewhere")
        expect(second.options.selection?.network.index, is: 1)
        try expect(provider(options(), refusing: []).plan(for: online).input.name, is: "high")
    }

    @Test("PLAY-13, PLAY-34: a sound-first ranking starts without a picture, unless the viewer prefers another")
    func ranking() throws {
        let ranked = online.updating { $0.definitionRanking = [.audio, .high] }
        let plan = try provider(options()).plan(for: ranked)
        expect(plan.input.name, is: "sound")
        expect(plan.options.videoTrack, is: .none)
        let wished = try provider(options("720p")).plan(for: ranked)
        expect(wished.input.name, is: "720")
        expect(wished.options.videoTrack, is: .automatic)
    }

    @Test("PLAY-26, INFO-01, INFO-08: the snapshot reports the selected format, record type and definition")
    func selected() throws {
        let talk = ControllerConversation { name, _ in
            let format = MediaFormat(container: name == "counter.mkv" ? "matroska,webm" : "mov,mp4,m4a,3gp,3g2,mj2")
            return Film(tracks: [Film.picture(0, height: 32)], duration: .seconds(10), format: format)
        }
        let video = Video(
            id: "v",
            sources: [
                Source("counter.mp4", definition: DefinitionInfo(key: .high, name: "")),
                Source("counter.ts", definition: DefinitionInfo(key: .high, name: "")),
            ]
        ).updating {
            $0.recordType = RecordType(rawValue: 17)
        }
        talk.controller.replaceVideos(Playlist(videos: [video, Video(location: "counter.mkv")]), index: 0)
        talk.controller.open(at: 0)
        let first = try #require(talk.turn { $0.status == .playing })
        expect(first.item, is: "v")
        expect(first.format, is: .mp4)
        expect(first.recordType?.rawValue, is: 17)
        expect(first.currentDefinition?.definitionKey, is: .high)
        talk.controller.open(at: 1)
        let second = try #require(talk.turn { $0.status == .playing && $0.item == "counter.mkv" })
        expect(second.format?.rawValue, is: "matroska")
        expect(second.recordType, is: nil)
        expect(second.currentDefinition?.definitionKey.rawValue, is: "32p")
    }
}
