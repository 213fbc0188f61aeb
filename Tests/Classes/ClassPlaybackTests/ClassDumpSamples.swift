import Foundation
import TestSupport
import Testing

/// A folder with classes in `rooms` and chats in `chat`, and the events that they contain.
struct DumpedClasses: Sendable {
    struct File: Sendable, CustomTestStringConvertible {
        let path: String
        /// By kind; `nil` if the file is refused.
        let counts: [String: Int]?
        var testDescription: String { path }
    }

    let root: String
    let files: [File]
    /// Their files form one class and are not read individually.
    let folders: Set<String>

    /// - Parameter files: the counts of `Tests/Classes/ClassImport/expect.py`.
    private init(_ root: String, folders: Set<String>, _ files: [(path: String, counts: [String: Int]?)]) {
        (self.root, self.folders) = (root, folders)
        self.files = files.map { File(path: $0.path, counts: $0.counts) }
    }

    func path(_ file: File) -> String { root + "/" + file.path }

    var texts: [File] { files.filter { $0.path.hasSuffix(".xml") || $0.path.hasSuffix(".json") } }

    func found() throws -> Set<String> {
        var found: Set<String> = []
        for folder in ["chat", "rooms"] {
            let place = root + "/" + folder
            for name in try #require(FileManager.default.enumerator(atPath: place)).compactMap({ $0 as? String }) {
                var isFolder: ObjCBool = false
                _ = FileManager.default.fileExists(atPath: place + "/" + name, isDirectory: &isFolder)
                let path = folder + "/" + name
                if !isFolder.boolValue, !folders.contains(where: { path.hasPrefix($0 + "/") }) { found.insert(path) }
            }
        }
        return found
    }

    static let fixtures = DumpedClasses(
        Fixtures.folder.path, folders: ["rooms/raw", "rooms/published"],
        [
            ("chat/danmaku/acfun.json", ["message": 8]), ("chat/danmaku/comments.xml", ["message": 72]),
            ("chat/danmaku/common.json", ["message": 4]), ("chat/danmaku/half_a_quote.xml", ["message": 4]),
            ("chat/danmaku/no_place.xml", [:]), ("chat/danmaku/page.xml", nil),
            ("chat/danmaku/unclosed.xml", ["message": 5]), ("chat/youtube_live/ended.json", [:]),
            ("chat/youtube_live/live.json", ["message": 3]),
            ("chat/youtube_live/number_for_time.json", ["message": 1]),
            ("chat/youtube_live/replay.json", ["message": 24]),
            (
                "rooms/events_2_0.xml",
                [
                    "message": 2, "usersEntered": 2, "presenter": 1, "survey": 1, "surveyFinished": 1, "shapeDrawn": 1,
                    "pointer": 14, "documentAdded": 1, "pageShown": 1, "handRaised": 2, "mediaUsers": 3,
                ]
            ),
            (
                "rooms/events_2_6.xml",
                [
                    "usersEntered": 2, "presenter": 2, "survey": 4, "surveyFinished": 1, "shapeDrawn": 2, "pointer": 19,
                    "documentAdded": 1, "pageShown": 1, "mediaUsers": 1,
                ]
            ),
            (
                "rooms/events_poll_chat.xml",
                [
                    "message": 6, "usersEntered": 2, "presenter": 1, "survey": 1, "surveyFinished": 1, "pointer": 24,
                    "documentAdded": 1, "pageShown": 1, "mediaUsers": 1,
                ]
            ),
            (
                "rooms/raw",
                [
                    "usersEntered": 2, "presenter": 2, "mediaUsers": 4, "desktopSharing": 2, "documentAdded": 1,
                    "pageShown": 2, "viewport": 1, "usersLeft": 1,
                ]
            ),
            ("rooms/published", ["viewport": 3]), ("rooms/metadata/breakout.xml", ["users": 1]),
            ("rooms/metadata/playback.xml", [:]), ("rooms/metadata/whole.xml", ["users": 1]),
            ("rooms/metadata/with_breakouts.xml", [:]),
        ])

    static let real = DumpedClasses(
        SharedMedia.path(""), folders: ["rooms/bbb_raw_8774263b", "rooms/bbb_published_foo"],
        [
            ("chat/danmaku/bilibili_comments_1239.xml", ["message": 1239]),
            ("chat/danmaku/ccl_ACFun.json", ["message": 155]), ("chat/danmaku/ccl_bilibili.xml", ["message": 331]),
            ("chat/danmaku/ccl_comment.xml", ["message": 1386]),
            ("chat/danmaku/ccl_invalid_no_closing.xml", ["message": 7]),
            ("chat/danmaku/ccl_invalid_syntax_error.xml", ["message": 6]), ("chat/danmaku/ccl_invalid_xss.xml", nil),
            ("chat/danmaku/ccl_synthetic_AcfunFormat.json", ["message": 2]),
            ("chat/danmaku/ccl_synthetic_BilibiliFormat.xml", [:]),
            ("chat/danmaku/ccl_synthetic_CommonDanmakuFormat.json", ["message": 3]),
            ("chat/youtube_live/calculator_replay_end.json", [:]), ("chat/youtube_live/chat.json", ["message": 1]),
            ("chat/youtube_live/chatreplay.json", ["message": 48]),
            ("chat/youtube_live/default_replay_member_text.json", ["message": 1]),
            ("chat/youtube_live/default_superchat.json", ["message": 1]),
            ("chat/youtube_live/default_supersticker.json", ["message": 1]),
            ("chat/youtube_live/fetch_patch_pt0-0.json", ["message": 50]),
            ("chat/youtube_live/fetch_patch_pt0-1.json", ["message": 50]),
            ("chat/youtube_live/finished_live.json", [:]), ("chat/youtube_live/test_stream.json", ["message": 4]),
            ("chat/youtube_live/unregistered_currency.json", ["message": 1]),
            (
                "rooms/bbb_events_0_9_sample.xml",
                [
                    "message": 2, "usersEntered": 2, "presenter": 1, "survey": 2, "surveyFinished": 2, "shapeDrawn": 2,
                    "pointer": 91, "documentAdded": 1, "pageShown": 1, "handRaised": 2, "mediaUsers": 2,
                ]
            ),
            (
                "rooms/bbb_events_2_6.xml",
                [
                    "usersEntered": 2, "presenter": 3, "survey": 8, "surveyFinished": 1, "shapeDrawn": 4, "pointer": 72,
                    "documentAdded": 1, "pageShown": 1, "mediaUsers": 2,
                ]
            ),
            (
                "rooms/bbb_events_poll_chat.xml",
                [
                    "message": 6, "usersEntered": 2, "presenter": 3, "survey": 2, "surveyFinished": 1, "pointer": 147,
                    "documentAdded": 1, "pageShown": 1, "mediaUsers": 2,
                ]
            ),
            // The recording states the presenter twice, and each entry once. The teacher also appears by the camera.
            (
                "rooms/bbb_raw_8774263b",
                [
                    "usersEntered": 2, "presenter": 2, "mediaUsers": 4, "desktopSharing": 2, "documentAdded": 1,
                    "pageShown": 2, "viewport": 1, "usersLeft": 1,
                ]
            ),
            ("rooms/bbb_published_foo", ["viewport": 3]),
            // Descriptions of recordings contain at most the number of participants.
            ("rooms/bbb_metadata/breakout-room-metadata.xml", ["users": 1]),
            ("rooms/bbb_metadata/meeting-has-breakout-metadata.xml", [:]),
            ("rooms/bbb_metadata/playback-metadata.xml", [:]), ("rooms/bbb_metadata/sample-metadata.xml", ["users": 1]),
        ])
}

/// Classes and chats made to cause harm.
enum HostileClasses {
    struct Room: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var files: [String: String]
        var path = ""
        var isRefused = false
        /// Events that must be read all the same.
        var counts: [String: Int] = [:]
        var texts: [String] = []
        /// A part of the reported problem, or empty for none.
        var says: String
    }

    private static let manifest =
        #"{"format":"tvplay-room","version":1,"recordings":[{"info":{"playbackID":"p"},"signals":{"all":"signals.jsonl"}}]}"#
    private static let notice = #"{"t":0,"kind":"notice","value":{"text":"first"}}"#
    private static let pointer = #"{"t":5,"kind":"pointer","value":{"x":0.5,"y":0.5}}"#
    private static let metadata = "<recording><id>x</id></recording>"
    private static let cursor =
        "<recording><event timestamp='1'><cursor>0.5 0.5</cursor></event></recording>"

    private static func package(_ line: String) -> [String: String] {
        ["room.json": manifest, "signals.jsonl": [notice, line, pointer].joined(separator: "\n")]
    }

    private static let bomb =
        "<!DOCTYPE r [<!ENTITY a \"aaaaaaaaaa\">"
        + (1...9).map { "<!ENTITY a\($0) \"\(String(repeating: $0 == 1 ? "&a;" : "&a\($0 - 1);", count: 10))\">" }
        .joined() + "]>"
    private static let deep = String(repeating: "<a>", count: 200_000)
    private static let brackets = String(repeating: "[", count: 200_000)

    static let all: [Room] = packages + recordings + chats

    private static let packages: [Room] = [
        Room(
            testDescription: "a line of two megabytes",
            files: package(
                #"{"t":1,"kind":"notice","value":{"text":""# + String(repeating: "x", count: 2 << 20) + #""}}"#),
            counts: ["notice": 1, "pointer": 1], says: "signals.jsonl:2: longer than 1048576 bytes"),
        Room(
            testDescription: "brackets within brackets", files: package(#"{"t":1,"kind":"x","value":"# + brackets),
            counts: ["notice": 1, "pointer": 1], says: "signals.jsonl:2: more than 64 levels"),
        Room(
            testDescription: "a time out of all bounds",
            files: package(#"{"t":9223372036854775807,"kind":"notice","value":{"text":"x"}}"#),
            counts: ["notice": 1, "pointer": 1], says: "signals.jsonl:2: its time is more than 100 days away"),
        Room(
            testDescription: "a time that is no whole number", files: package(#"{"t":1e300,"kind":"chatCleared"}"#),
            counts: ["notice": 1, "pointer": 1], says: "signals.jsonl:2:"),
        Room(
            testDescription: "half a line", files: package(#"{"t":1,"kind":"notice","val"#),
            counts: ["notice": 1, "pointer": 1], says: "signals.jsonl:2: not JSON"),
        Room(
            testDescription: "bytes that are no text", files: package("\u{0}\u{1}\u{FFFD}\u{1B}]0;x\u{7}"),
            counts: ["notice": 1, "pointer": 1], says: "signals.jsonl:2: not JSON"),
        Room(
            testDescription: "a manifest of brackets", files: ["room.json": brackets], isRefused: true,
            says: "1030 invalidPlayInfo"),
        Room(
            testDescription: "half a manifest", files: ["room.json": String(manifest.prefix(60))], isRefused: true,
            says: "1030 invalidPlayInfo"),
        Room(
            testDescription: "a manifest that leads out of the folder",
            files: ["room.json": manifest.replacingOccurrences(of: "signals.jsonl", with: "../../etc/passwd")],
            isRefused: true, says: "1030 invalidPlayInfo"),
    ]

    private static let recordings: [Room] = [
        Room(
            testDescription: "a bomb of entities as the events",
            files: ["events.xml": bomb + "<recording>&a9;</recording>"],
            isRefused: true, says: "1030 invalidPlayInfo"),
        Room(
            testDescription: "a bomb of entities beside what is sound",
            files: [
                "metadata.xml": metadata, "cursor.xml": cursor, "panzooms.xml": bomb + "<recording>&a9;</recording>",
            ], counts: ["pointer": 1], says: "panzooms.xml:1: a document type declaration"),
        Room(
            testDescription: "an entity that names a file",
            files: [
                "metadata.xml": metadata, "cursor.xml": cursor,
                "panzooms.xml": "<!DOCTYPE r [<!ENTITY f SYSTEM 'file:///etc/passwd'>]><recording>&f;</recording>",
            ], counts: ["pointer": 1], says: "panzooms.xml:1: a document type declaration"),
        Room(
            testDescription: "elements within elements",
            files: [
                "metadata.xml": metadata, "cursor.xml": cursor,
                "panzooms.xml": "<recording><event timestamp='1'><viewBox>0 0 1 1</viewBox></event>" + deep,
            ], counts: ["pointer": 1, "viewport": 1], says: "panzooms.xml:1: elements within elements"),
        Room(
            testDescription: "events that break off",
            files: [
                "other name.xml":
                    "<recording meeting_id='m'><event timestamp='1000' module='PARTICIPANT' eventname='ParticipantJoinEvent'>"
                    + "<userId>1</userId><name>Mei</name></event><event timestamp='2000' mod"
            ], path: "other name.xml", counts: ["usersEntered": 1], says: "events.xml:1: unclosed token"),
    ]

    private static let chats: [Room] = [
        Room(
            testDescription: "commands for terminals in texts",
            files: [
                "chat.json":
                    #"[{"message":"a\u001b[2J\u009b31m\u202eb","time_in_seconds":1},{"time_in_seconds":"x","message":"c"}]"#
            ], path: "chat.json", counts: ["message": 1], texts: ["a\u{1B}[2J\u{9B}31m\u{202E}b"],
            says: "an item without a time"),
        Room(
            testDescription: "commands for terminals in the file's name",
            files: ["e\u{1B}[2J.json": #"[{"message":"a","time_in_seconds":1},{"message":"b"#],
            path: "e\u{1B}[2J.json", counts: ["message": 1], texts: ["a"], says: "e[2J.json"),
        Room(
            testDescription: "times that no video has",
            files: [
                "chat.json":
                    #"[{"message":"a","time_in_seconds":1e300},{"message":"b","time_in_seconds":-1e300},{"message":"c","time_in_seconds":2}]"#
            ], path: "chat.json", counts: ["message": 1], texts: ["c"], says: "chat.json"),
        Room(
            testDescription: "a message of eight megabytes",
            files: [
                "chat.json": #"[{"message":"a","time_in_seconds":1},{"message":""#
                    + String(repeating: "x", count: 8 << 20)
                    + #"","time_in_seconds":1},{"message":"c","time_in_seconds":2}]"#
            ], path: "chat.json", counts: ["message": 2], texts: ["a", "c"], says: "longer than 4194304 bytes"),
        Room(
            testDescription: "brackets within brackets in a message",
            files: [
                "chat.json": #"[{"message":"a","time_in_seconds":1},{"message":"# + String(repeating: "[", count: 1000)
                    + String(repeating: "]", count: 1000)
                    + #","time_in_seconds":1},{"message":"c","time_in_seconds":2}]"#
            ], path: "chat.json", counts: ["message": 2], texts: ["a", "c"], says: "more than 64 levels"),
        Room(
            testDescription: "a bomb of entities in danmaku",
            files: ["chat.xml": bomb + "<i><d p=\"1,1,25,0\">a</d><d p=\"2,1,25,0\">&a9;</d></i>"], path: "chat.xml",
            counts: ["message": 2], texts: ["a", "&a9;"], says: ""),
        Room(
            testDescription: "nothing at all", files: ["chat.txt": ""], path: "chat.txt", isRefused: true, says: "1030"),
    ]
}
