import ClassImport
import Classes
import Foundation
import PlayCore
import TestSupport
import Testing

@Suite struct HostileImportTests {
    // MARK: Bounds

    @Test("ROOM-58: a line of a hundred megabytes is skipped, and no other line is lost")
    func hugeLine() throws {
        var limits = ImportLimits()
        limits.recordBytes = 100_000
        var reader = ChatReplayReader(name: "chat", limits: limits)
        let good =
            #"{"videoOffsetTimeMsec":"1000","replayChatItemAction":{"actions":[{"addChatItemAction":{"item":{"liveChatTextMessageRenderer":{"id":"a","message":{"simpleText":"x"}}}}}]}}"#
        try reader.feed(bytes(good + "\n{\"videoOffsetTimeMsec\":\""))
        let piece = [UInt8](repeating: UInt8(ascii: "9"), count: 1 << 20)
        for _ in 0..<100 { try reader.feed(piece) }
        try reader.feed(bytes("\"}\n" + good.replacing("\"a\"", with: "\"b\"") + "\n"))
        let replay = try reader.finish()
        expect(replay.messages.map(\.id), is: ["a", "b"])
        expect(replay.warnings, is: [ClassWarning("chat", line: 2, "longer than 100000 bytes")])
    }

    @Test("ROOM-58: texts are cut between characters, events are limited, and equal warnings are combined")
    func limits() throws {
        var limits = ImportLimits()
        limits.textBytes = 10
        limits.events = 3
        limits.warnings = 2
        let long = try replay("[0:00:01] Mei: ééééééé\n", limits: limits)
        expect(long.messages.first?.text, is: "ééééé…")
        let many = try replay((1...9).map { "[0:00:0\($0)] Mei: \($0)" }.joined(separator: "\n"), limits: limits)
        expect(many.messages.count, is: 3)
        expect(many.warnings.map(\.problem), is: ["more than 3 events; the rest is left out"])
        let wrong = try replay(
            #"[{"message":"a","time_in_seconds":1},"# + (1...9).map { _ in "{}" }.joined(separator: ",") + "]",
            limits: limits)
        expect(wrong.warnings.map(\.problem), is: ["an item without a time (9 times)"])
    }

    @Test(
        "ROOM-58: messages with impossible times are dropped",
        arguments: ["1e300", "-1e300", "1e308", "99999999999", "9223372036854775807", "-9223372036854775808", "1e-400"])
    func times(number: String) throws {
        let isTiny = number == "1e-400"
        let replay = try replay(#"[{"message":"a","time_in_seconds":\#(number)},{"message":"b","time_in_seconds":1}]"#)
        expect(replay.messages.map(\.text), is: (isTiny ? ["a", "b"] : ["b"]))
        let tube = try ClassesTests.replay(
            #"{"videoOffsetTimeMsec":"\#(number)","replayChatItemAction":{"actions":[{"addChatItemAction":{"item":{"liveChatTextMessageRenderer":{"id":"a","timestampUsec":"\#(number)","message":{}}}}}]}}"#
        )
        #expect(tube.messages.allSatisfy { abs($0.time.inSeconds) < 1e7 })
    }

    @Test("ROOM-58: deeply nested brackets end only the part that contains them")
    func deep() throws {
        let deep = String(repeating: "[", count: 100_000)
        let replay = try replay(#"[{"message":"a","time_in_seconds":1},{"message":\#(deep)"#)
        expect(replay.messages.count, is: 1)
        let closed = String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000)
        let next = try ClassesTests.replay(
            #"[{"message":\#(closed),"time_in_seconds":1},{"message":"b","time_in_seconds":2}]"#)
        expect(next.messages.map(\.text), is: ["b"])
        expect(next.warnings.map(\.problem), is: ["a part that is wrong: more than 64 levels"])
    }

    @Test(
        "ROOM-18: entities, endless nesting and broken ends of XML are reported, and earlier events are kept",
        arguments: [
            (
                #"<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><recording>&b;</recording>"#,
                "a document type declaration", 0
            ),
            (
                "<recording><event timestamp='1'><viewBox>0 0 1 1</viewBox></event>"
                    + String(repeating: "<a>", count: 100_000), "elements within elements within elements", 1
            ),
            (
                "<recording><event timestamp='1'><viewBox>0 0 1 1</viewBox></event><event timestamp='2'><viewBox>0 0 1 1</vi",
                "unclosed token", 1
            ),
            (
                "<recording><event timestamp='1'><viewBox>0 0 1 1</viewBox></event><event timestamp='2'></recording>",
                "mismatched tag", 1
            ),
            ("<recording><event timestamp='1'><viewBox>0 0 \u{1}\u{8}1 1</viewBox></event></recording>", nil, 1),
        ])
    func xml(text: String, problem: String?, count: Int) throws {
        let recording = MemoryRecording(["metadata.xml": "<recording/>", "panzooms.xml": text])
        let contents = try BigBlueButton.read(recording.reading).contents
        expect(contents.counts["viewport"] ?? 0, is: count)
        let problems = contents.warnings.filter { $0.file == "panzooms.xml" }.map(\.problem)
        if let problem { #expect(problems.contains(problem)) } else { expect(problems, is: []) }
    }

    @Test("ROOM-18: no number of a file becomes infinite, so every recording can be written as a package")
    func infinities() throws {
        let huge = "1e308"
        let files = [
            "metadata.xml": "<recording><id>x</id></recording>",
            "shapes.svg": """
            <svg><image id="image1" in="1 \(huge)" xlink:href="presentation/d/slide-1.png" width="1e-300" height="-5"/>
            <g class="canvas" image="image1"><g class="shape" id="d1" timestamp="1" undo="\(huge)" shape="line1"
             style="stroke-width:\(huge);stroke:#zzz"><line x1="\(huge)" y1="-\(huge)" x2="nan" y2="inf"/></g>
            <g class="shape" id="d2" timestamp="1" undo="-1" shape="rect1"><path d="M\(huge) \(huge)L-\(huge) 1e309C1 2 3Z"/></g>
            </g></svg>
            """,
            "panzooms.xml": "<r><event timestamp='1'><viewBox>\(huge) \(huge) \(huge) \(huge)</viewBox></event></r>",
            "cursor.xml": "<r><event timestamp='1'><cursor>\(huge) 0.5</cursor></event></r>",
            "tldraw.json":
                #"{"1":{"shapes":[{"id":"a","timestamp":1,"shape_data":{"type":"draw","point":[1e308,-1e308],"points":[[1e308,1e308]]}}]}}"#,
        ]
        let contents = try BigBlueButton.read(MemoryRecording(files).reading).contents
        #expect(contents.counts["shapeDrawn"] ?? 0 >= 1)
        #expect(!JSONLines.write(contents.events).isEmpty)
    }

    // MARK: Mutations

    private func survives(_ bytes: [UInt8]) {
        do {
            let replay = try replay(bytes, pieces: 4096)
            #expect(replay.events.allSatisfy { abs($0.time.inSeconds) <= 200 * 86400 })
            #expect(replay.warnings.count <= 300)
            expect(Set(replay.messages.map(\.id)).count, is: replay.messages.count)
        } catch {
            #expect(error is ClassReadError)
        }
    }

    private func mutateChat(_ path: String) throws {
        let whole = Array(try contents(path).prefix(60_000))
        var random = SeededGenerator(
            seed: UInt64(path.split(separator: "/").suffix(2).joined(separator: "/").utf8.count))
        for _ in 0..<60 { survives(Mutation.mutated(whole, &random)) }
    }

    @Test(
        "ROOM-58: mutated and truncated chats of the checkout are read or refused",
        arguments: [
            "danmaku/comments.xml", "danmaku/acfun.json", "youtube_live/live.json", "youtube_live/replay.json",
            "danmaku/common.json",
        ])
    func mutatedChats(file: String) throws { try mutateChat(Fixtures.path("chat/" + file)) }

    @Test(
        "ROOM-58: mutated and truncated real chats are read or refused",
        .enabled(if: SharedMedia.isPresent, Comment(rawValue: SharedMedia.absentReason)),
        arguments: [
            "danmaku/ccl_comment.xml", "danmaku/ccl_ACFun.json", "youtube_live/test_stream.json",
            "youtube_live/chatreplay.json", "danmaku/ccl_synthetic_CommonDanmakuFormat.json",
        ])
    func mutatedRealChats(file: String) throws { try mutateChat(SharedMedia.path("chat/" + file)) }

    @Test("ROOM-18: a published recording with one mutated or truncated file is read without other losses")
    func mutatedRecordings() throws {
        var random = SeededGenerator(seed: 7)
        let whole = try BigBlueButton.read(MemoryRecording(PublishedRecordingTests.files).reading).contents
        for path in PublishedRecordingTests.files.keys.sorted() {
            for _ in 0..<40 {
                var recording = MemoryRecording(PublishedRecordingTests.files)
                recording.files[path] = Mutation.mutated(recording.files[path] ?? [], &random)
                let contents = try BigBlueButton.read(recording.reading).contents
                #expect(!JSONLines.write(contents.events).isEmpty)
                if path != "slides_new.xml" && path != "external_videos.json" {
                    expect(contents.messages.prefix(2).map(\.text), is: whole.messages.prefix(2).map(\.text))
                }
            }
        }
    }

    private func mutateRaw(_ path: String) throws {
        let whole = try contents(path)
        var random = SeededGenerator(seed: 11)
        for _ in 0..<60 {
            let recording = MemoryRecording(events: Mutation.mutated(whole, &random))
            do {
                let contents = try BigBlueButton.read(recording.reading).contents
                #expect(JSONLines.write(contents.events).count > 0 || contents.events.isEmpty)
            } catch {
                expect(error.code, is: .invalidPlayInfo)
            }
        }
    }

    @Test(
        "ROOM-18: mutated and truncated raw recordings are read or refused",
        arguments: ["events_2_0.xml", "events_2_6.xml", "events_poll_chat.xml"])
    func mutatedRaw(file: String) throws { try mutateRaw(Fixtures.path("rooms/" + file)) }

    @Test(
        "ROOM-18: a mutated or truncated real raw recording is read or refused",
        .enabled(if: SharedMedia.isPresent, Comment(rawValue: SharedMedia.absentReason)))
    func mutatedRealRaw() throws { try mutateRaw(SharedMedia.path("rooms/bbb_events_2_6.xml")) }

    @Test("ROOM-58: control characters in texts are imported unchanged, as the screen removes them")
    func hostileTexts() throws {
        for text in ["\u{1B}[2J", "a\u{202E}b", "\u{9B}31m", "e" + String(repeating: "\u{301}", count: 500)] {
            let escaped = text.unicodeScalars.map { scalar in
                let digits = String(scalar.value, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
            let replay = try replay(#"[{"message":"\#(escaped)","time_in_seconds":1}]"#)
            expect(replay.messages.first?.text, is: text)
        }
        let pairs = try replay(#"[{"message":"\ud83d\ude00 \ud83d \ude00 \ud83dx","time_in_seconds":1}]"#)
        expect(pairs.messages.first?.text, is: "😀 \u{FFFD} \u{FFFD} \u{FFFD}x")
    }
}
