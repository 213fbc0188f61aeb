import ClassImport
import Classes
import Foundation
import PlayCore
import TestSupport
import Testing

/// Real files. The expected counts come from `Tests/Classes/ClassImport/expect.py ../shared/media`, which shares no
/// code with the importer.
@Suite(.enabled(if: SharedMedia.isPresent, Comment(rawValue: SharedMedia.absentReason)))
struct SharedClassesTests {
    static let chats: [ExpectedChat] = [
        ExpectedChat("danmaku/bilibili_comments_1239.xml", .danmaku, 1239, 0, 220_054),
        ExpectedChat("danmaku/ccl_ACFun.json", .acFun, 155, 0, 131_200),
        ExpectedChat("danmaku/ccl_bilibili.xml", .danmaku, 331, 300, 12_500),
        ExpectedChat("danmaku/ccl_comment.xml", .danmaku, 1386, 0, 506_400),
        ExpectedChat("danmaku/ccl_invalid_no_closing.xml", .danmaku, 7, 0, 6000),
        ExpectedChat("danmaku/ccl_invalid_syntax_error.xml", .danmaku, 6, 0, 6000),
        ExpectedChat("danmaku/ccl_invalid_xss.xml", nil, 0),
        ExpectedChat("danmaku/ccl_synthetic_AcfunFormat.json", .acFun, 2, 1000, 1000),
        ExpectedChat("danmaku/ccl_synthetic_BilibiliFormat.xml", .danmaku, 0),
        ExpectedChat("danmaku/ccl_synthetic_CommonDanmakuFormat.json", .commonDanmaku, 3, 0, 200),
        ExpectedChat("youtube_live/calculator_replay_end.json", .youTubeDocument, 0),
        ExpectedChat("youtube_live/chat.json", .youTubeDocument, 1),
        ExpectedChat("youtube_live/chatreplay.json", .youTubeDocument, 48, 101_308, 3_747_045),
        ExpectedChat("youtube_live/default_replay_member_text.json", .youTubeDocument, 1, 5_025_120, 5_025_120),
        ExpectedChat("youtube_live/default_superchat.json", .youTubeDocument, 1),
        ExpectedChat("youtube_live/default_supersticker.json", .youTubeDocument, 1),
        ExpectedChat("youtube_live/fetch_patch_pt0-0.json", .youTubeDocument, 50, 12_000, 15_000),
        ExpectedChat("youtube_live/fetch_patch_pt0-1.json", .youTubeDocument, 50, 7000, 15_000),
        ExpectedChat("youtube_live/finished_live.json", .youTubeDocument, 0),
        ExpectedChat("youtube_live/test_stream.json", .youTubeDocument, 4),
        ExpectedChat("youtube_live/unregistered_currency.json", .youTubeDocument, 1),
    ]

    @Test("ROOM-58: real chats have as many messages, at the same times, as an independent count", arguments: chats)
    func chat(_ chat: ExpectedChat) throws {
        try chat.check(contents(SharedMedia.path("chat/" + chat.file)))
    }

    @Test("ROOM-58: the table lists every file in the folder")
    func complete() throws {
        let folder = SharedMedia.path("chat")
        let found = try #require(FileManager.default.enumerator(atPath: folder)).compactMap { $0 as? String }
        expect(Set(found.filter { $0.hasSuffix(".xml") || $0.hasSuffix(".json") }), is: Set(Self.chats.map(\.file)))
    }

    static let rooms: [ExpectedClass] = [
        // A hand is raised and lowered. The drawings are the polls' results.
        ExpectedClass(
            file: "bbb_events_0_9_sample.xml",
            events: [
                "message": 2, "usersEntered": 2, "presenter": 1, "survey": 2, "surveyFinished": 2, "shapeDrawn": 2,
                "pointer": 91, "documentAdded": 1, "pageShown": 1, "handRaised": 2,
            ]),
        // Each poll is asked, and then shown with its result: 4 and 4.
        ExpectedClass(
            file: "bbb_events_2_6.xml",
            events: [
                "usersEntered": 2, "presenter": 3, "survey": 8, "surveyFinished": 1, "shapeDrawn": 4, "pointer": 72,
                "documentAdded": 1, "pageShown": 1,
            ], span: 105_093),
        ExpectedClass(
            file: "bbb_events_poll_chat.xml",
            events: [
                "message": 6, "usersEntered": 2, "presenter": 3, "survey": 2, "surveyFinished": 1, "pointer": 147,
                "documentAdded": 1, "pageShown": 1,
            ], span: 170_283),
    ]

    @Test(
        "ROOM-47, ROOM-49, ROOM-58, ROOM-64: real classes have as many events as an independent count",
        arguments: rooms)
    func room(_ room: ExpectedClass) throws {
        try room.check(contents(SharedMedia.path("rooms/" + room.file)))
    }

    @Test("ROOM-25, ROOM-30, ROOM-42, ROOM-66: a raw class has its sound, camera and screen in parallel")
    func raw() throws {
        let recording = try BigBlueButton.read(
            MemoryRecording.folder(SharedMedia.path("rooms/bbb_raw_8774263b")).reading)
        let (contents, info) = (recording.contents, recording.contents.info)
        expect(info.title, is: "matterhorn's meeting")
        expect(info.media, is: [.init("audio/8774263b-c4a6-4078-b2e6-46b7d4bc91c1-1301433166745.wav")])
        // The sound's name contains 1301433166745. The camera is on from …180523 to …230112, the screen from …209120 to
        // …226724. These are the lengths of their files.
        expect(info.userVideoList.map(\.start), is: [.milliseconds(13_778), .milliseconds(42_375)])
        expect(info.userVideoList.first?.user, is: ClassUser(id: "1", name: "matterhorn", role: .moderator))
        expect(info.startWallTime, is: 1_301_433_166_745)
        expect(info.duration, is: .milliseconds(1_301_433_275_779 - 1_301_433_166_745))
        let sharing = contents.events.filter { $0.kind.name == "desktopSharing" }
        expect(
            sharing,
            is: [
                ClassEvent(.milliseconds(209_120 - 166_745), .desktopSharing(true)),
                ClassEvent(.milliseconds(226_724 - 166_745), .desktopSharing(false)),
            ])
        guard
            case .documentAdded(let document) = contents.events.first(where: { $0.kind.name == "documentAdded" })?.kind
        else { return #expect(Bool(false), "no document") }
        expect(
            document.pages.map(\.picture), is: (1...6).map { "presentations/aSimple-Layout/thumbnails/thumb-\($0).png" }
        )
        expect(contents.counts["usersLeft"], is: 1)
        expect(contents.counts["pageShown"], is: 2)
        // Camera on and off, microphone on (after it was muted) and off.
        expect(contents.counts["mediaUsers"], is: 4)
        expect(recording.files.count, is: 9)
        expect(contents.warnings, is: [])
    }

    @Test("ROOM-24: real descriptions of recordings are read")
    func metadata() throws {
        func info(_ path: String) throws -> ClassInfo {
            var recording = MemoryRecording([:])
            recording.files["metadata.xml"] = try contents(SharedMedia.path("rooms/bbb_metadata/" + path))
            return try BigBlueButton.read(recording.reading).contents.info
        }
        let sample = try info("sample-metadata.xml")
        expect(sample.playbackID, is: "b27af2f930d418879550e09c7548d1cdd0be25cf-1504122319984")
        expect(sample.title, is: "Prueba 2")
        expect(sample.duration, is: .milliseconds(105_862))
        expect(sample.startWallTime, is: 1_504_122_319_984)
        try expect(info("breakout-room-metadata.xml").title, is: "grailserror")
        try expect(info("meeting-has-breakout-metadata.xml").duration, is: .milliseconds(226_417))
        let bare = try info("playback-metadata.xml")
        expect(bare.playbackID, is: "f3ffe06acedf425565cc024c8ebe89a6552e8782-1489095153417")
        expect(bare.duration, is: .milliseconds(545_949))
    }

    @Test("ROOM-47: a real published recording without a single slide is read")
    func published() throws {
        let contents = try BigBlueButton.read(
            MemoryRecording.folder(SharedMedia.path("rooms/bbb_published_foo")).reading
        ).contents
        expect(contents.info.title, is: "random-2810069")
        expect(contents.counts, is: ["viewport": 3])
        expect(contents.events.map(\.time), is: [.zero, .milliseconds(19_100), .milliseconds(22_600)])
        expect(contents.warnings, is: [])
    }
}
