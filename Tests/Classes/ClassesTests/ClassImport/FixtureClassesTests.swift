import ClassImport
import Classes
import Foundation
import PlayCore
import TestSupport
import Testing

/// Complete files in the forms of real ones. The expected counts come from `Tests/Classes/ClassImport/expect.py
/// Tests/Fixtures/media`, which shares no code with the importer.
@Suite struct FixtureClassesTests {
    static let chats: [ExpectedChat] = [
        ExpectedChat("danmaku/acfun.json", .acFun, 8, 0, 40_000),
        ExpectedChat("danmaku/comments.xml", .danmaku, 72, 0, 120_500),
        ExpectedChat("danmaku/common.json", .commonDanmaku, 4, 0, 1250),
        ExpectedChat("danmaku/half_a_quote.xml", .danmaku, 4, 0, 4000),
        ExpectedChat("danmaku/no_place.xml", .danmaku, 0), ExpectedChat("danmaku/page.xml", nil, 0),
        ExpectedChat("danmaku/unclosed.xml", .danmaku, 5, 0, 4000),
        ExpectedChat("youtube_live/ended.json", .youTubeDocument, 0),
        ExpectedChat("youtube_live/live.json", .youTubeDocument, 3, 0, 4250),
        ExpectedChat("youtube_live/number_for_time.json", .youTubeDocument, 1),
        ExpectedChat("youtube_live/replay.json", .youTubeDocument, 24, 5000, 3_600_001),
    ]

    @Test(
        "ROOM-58: the checkout's chats have as many messages, at the same times, as an independent count",
        arguments: chats)
    func chat(_ chat: ExpectedChat) throws {
        try chat.check(contents(Fixtures.path("chat/" + chat.file)))
    }

    @Test("ROOM-58: paid messages, stickers and new members of a replay are distinguished, and repeats count once")
    func kinds() throws {
        let path = Fixtures.path("chat/youtube_live/replay.json")
        let messages = try ChatReplayReader.read(contents(path), name: path).messages
        expect(messages.filter { $0.kind == .paid }.map(\.amount), is: ["￥10,800"])
        expect(messages.filter { $0.kind == .sticker }.map(\.amount), is: ["₺15.00"])
        expect(messages.filter { $0.kind == .membership }.map(\.text), is: ["Welcome to the class!"])
        expect(messages.filter { $0.author?.role == .moderator }.map(\.id), is: ["m3"])
        expect(messages.filter { $0.id.hasPrefix("m2") }.map(\.id), is: ["m2", "m20"])
    }

    @Test("ROOM-58: the table lists every file in the folder")
    func complete() throws {
        let folder = Fixtures.path("chat")
        let found = try #require(FileManager.default.enumerator(atPath: folder)).compactMap { $0 as? String }
        expect(Set(found.filter { $0.hasSuffix(".xml") || $0.hasSuffix(".json") }), is: Set(Self.chats.map(\.file)))
    }

    static let rooms: [ExpectedClass] = [
        // A hand is raised and lowered. The drawing is the poll's result.
        ExpectedClass(
            file: "events_2_0.xml",
            events: [
                "message": 2, "usersEntered": 2, "presenter": 1, "survey": 1, "surveyFinished": 1, "shapeDrawn": 1,
                "pointer": 14, "documentAdded": 1, "pageShown": 1, "handRaised": 2,
            ]),
        // Each poll is asked, and then shown with its result.
        ExpectedClass(
            file: "events_2_6.xml",
            events: [
                "usersEntered": 2, "presenter": 2, "survey": 4, "surveyFinished": 1, "shapeDrawn": 2, "pointer": 19,
                "documentAdded": 1, "pageShown": 1,
            ], span: 105_093),
        ExpectedClass(
            file: "events_poll_chat.xml",
            events: [
                "message": 6, "usersEntered": 2, "presenter": 1, "survey": 1, "surveyFinished": 1, "pointer": 24,
                "documentAdded": 1, "pageShown": 1,
            ], span: 70_282),
    ]

    @Test(
        "ROOM-47, ROOM-49, ROOM-58, ROOM-64: the checkout's classes have as many events as an independent count",
        arguments: rooms)
    func room(_ room: ExpectedClass) throws {
        try room.check(contents(Fixtures.path("rooms/" + room.file)))
    }

    @Test("ROOM-25, ROOM-30, ROOM-42, ROOM-66: a raw class has its sound, camera and screen in parallel")
    func raw() throws {
        let recording = try BigBlueButton.read(MemoryRecording.folder(Fixtures.path("rooms/raw")).reading)
        let (contents, info) = (recording.contents, recording.contents.info)
        expect(info.title, is: "turing's meeting")
        // By its name, the sound starts at …1000. The camera is on from …2300, the screen from …4200 to …9200.
        expect(info.media, is: [.init("audio/lesson-1500000001000.wav")])
        expect(info.userVideoList.map(\.start), is: [.milliseconds(1300), .milliseconds(3200)])
        expect(info.userVideoList.first?.user, is: ClassUser(id: "7", name: "turing", role: .moderator))
        expect(info.startWallTime, is: 1_500_000_001_000)
        expect(info.duration, is: .seconds(12))
        let sharing = contents.events.filter { $0.kind.name == "desktopSharing" }
        expect(
            sharing,
            is: [
                ClassEvent(.milliseconds(3200), .desktopSharing(true)),
                ClassEvent(.milliseconds(8200), .desktopSharing(false)),
            ])
        guard
            case .documentAdded(let document) = contents.events.first(where: { $0.kind.name == "documentAdded" })?.kind
        else { return #expect(Bool(false), "no document") }
        expect(document.pages.map(\.picture), is: (1...3).map { "presentations/sums/thumbnails/thumb-\($0).png" })
        expect(contents.counts["usersLeft"], is: 1)
        expect(contents.counts["pageShown"], is: 2)
        // Camera on and off, microphone on (after it was muted) and off.
        expect(contents.counts["mediaUsers"], is: 4)
        // Sound, camera, screen and three pages.
        expect(recording.files.count, is: 6)
        expect(contents.warnings, is: [])
    }

    @Test("ROOM-24: complete and partial descriptions of recordings are read")
    func metadata() throws {
        func info(_ name: String) throws -> ClassInfo {
            var recording = MemoryRecording([:])
            recording.files["metadata.xml"] = try contents(Fixtures.path("rooms/metadata/" + name))
            return try BigBlueButton.read(recording.reading).contents.info
        }
        let whole = try info("whole.xml")
        expect(whole.playbackID, is: "dd-1504122319984")
        expect(whole.title, is: "Prueba & 2")
        expect(whole.duration, is: .milliseconds(105_862))
        expect(whole.startWallTime, is: 1_504_122_319_984)
        try expect(info("breakout.xml").title, is: "Group 1")
        try expect(info("with_breakouts.xml").duration, is: .milliseconds(226_417))
        let bare = try info("playback.xml")
        expect(bare.playbackID, is: "cc-1489095153417")
        expect(bare.duration, is: .milliseconds(545_949))
    }

    @Test("ROOM-47: a published recording without a single slide is read")
    func published() throws {
        let contents = try BigBlueButton.read(MemoryRecording.folder(Fixtures.path("rooms/published")).reading).contents
        expect(contents.info.title, is: "random-7")
        expect(contents.counts, is: ["viewport": 3])
        expect(contents.events.map(\.time), is: [.zero, .milliseconds(19_100), .milliseconds(22_600)])
        expect(contents.warnings, is: [])
    }
}
