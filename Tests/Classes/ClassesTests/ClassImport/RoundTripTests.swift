import Addresses
import ClassImport
import Classes
import Foundation
import PlayCore
import TestSupport
import Testing

/// Imported recordings and chats are the same after writing and reading a package.
@Suite struct RoundTripTests {
    private func throughPackage(_ contents: ClassContents) throws -> ClassContents {
        let files = Monitor<[String: [UInt8]]>([:])
        try ClassPackageWriter { path, bytes in files.withLock { $0[path] = bytes } }.write(contents)
        let place = try #require(ClassPlace(""))
        let loader = ClassLoader(
            SourceClassFiles(place) { (location, _, cancel) throws(ByteSourceError) in
                guard let bytes = files.withLock({ $0[location] }) else {
                    throw ByteSourceError(.notFound, operation: "open", context: location)
                }
                return ScriptedByteSource(bytes, cancel: cancel)
            })
        return try loader.contents(-1, cancel: CancelToken())
    }

    private func expectSame(_ contents: ClassContents) throws {
        let read = try throughPackage(contents)
        expect(read.info, is: contents.info)
        expect(read.signals, is: contents.signals)
        expect(read.chatLines, is: contents.chatLines)
        expect(read.warnings, is: [])
    }

    @Test("ROOM-25, ROOM-26: a published recording is the same after writing and reading a package")
    func published() throws {
        try expectSame(BigBlueButton.read(MemoryRecording(PublishedRecordingTests.files).reading).contents)
    }

    private func expectSame(_ file: String, _ bytes: [UInt8]) throws {
        if file.hasPrefix("chat") {
            try expectSame(ChatReplayReader.read(bytes, name: file).contents(id: "video"))
        } else {
            try expectSame(BigBlueButton.read(MemoryRecording(events: bytes).reading).contents)
        }
    }

    @Test(
        "ROOM-25, ROOM-26: raw recordings and chats are the same after writing and reading a package",
        arguments: [
            "rooms/events_2_0.xml", "rooms/events_2_6.xml", "rooms/events_poll_chat.xml", "chat/danmaku/comments.xml",
            "chat/danmaku/acfun.json", "chat/youtube_live/replay.json", "chat/youtube_live/live.json",
        ])
    func whole(file: String) throws { try expectSame(file, contents(Fixtures.path(file))) }

    @Test(
        "ROOM-25, ROOM-26: real recordings and chats are the same after writing and reading a package",
        .enabled(if: SharedMedia.isPresent, Comment(rawValue: SharedMedia.absentReason)),
        arguments: [
            "rooms/bbb_events_0_9_sample.xml", "rooms/bbb_events_2_6.xml", "rooms/bbb_events_poll_chat.xml",
            "chat/danmaku/bilibili_comments_1239.xml", "chat/danmaku/ccl_ACFun.json",
            "chat/youtube_live/chatreplay.json", "chat/youtube_live/test_stream.json",
        ])
    func real(file: String) throws { try expectSame(file, contents(SharedMedia.path(file))) }

    @Test("ROOM-26: fifty thousand messages, imported in pieces, are all read with their IDs and times")
    func many() throws {
        func line(_ number: Int) -> String {
            #"{"replayChatItemAction":{"actions":[{"addChatItemAction":{"item":{"liveChatTextMessageRenderer":{"id":"m\#(number)","message":{"runs":[{"text":"message \#(number)"}]},"authorExternalChannelId":"UC\#(number % 500)","authorName":{"simpleText":"viewer"}}}}}],"videoOffsetTimeMsec":"\#(number * 50)"}}"#
        }
        var reader = ChatReplayReader(name: "chat")
        for start in stride(from: 0, to: 50_000, by: 1000) {
            try reader.feed(bytes((start..<start + 1000).map(line).joined(separator: "\n") + "\n"))
        }
        let replay = try reader.finish()
        expect(replay.events.count, is: 50_000)
        expect(replay.messages.last?.id, is: "m49999")
        expect(replay.messages.last?.time, is: .milliseconds(49_999 * 50))
        expect(replay.warnings, is: [])
    }
}
