import ClassPlayback
import Classes
import PlayCore
import TestSupport
import Testing

@Suite("The silent media of a class without picture and sound") struct SilentSourceTests {
    @Test("ROOM-15: silence has the stated length, is seekable, and is PCM that any demuxer reads")
    func silence() throws {
        let source = try #require(SilentSource(SilentSource.location(of: .seconds(2))))
        let bytes = try source.contents()
        // One more second, so that the last event is visible.
        expect(bytes.count, is: 44 + 3 * 16_000)
        expect(source.size, is: Int64(bytes.count))
        #expect(source.canSeek)
        expect(Array(bytes.prefix(4)), is: Array("RIFF".utf8))
        #expect(bytes.dropFirst(44).allSatisfy { $0 == 0 })
        #expect(SilentSource("file.wav") == nil)
        #expect(SilentSource("tvplay-silence:0") == nil)
    }

    private func media(_ change: (inout ClassContents) -> Void) -> ShownMedia {
        ShownMedia(ClassSession(ClassContents.algebra(change).loaded().room), at: "/class") {
            $0 == "gone.mp4" ? nil : "/class/" + $0
        }
    }

    @Test(
        "ROOM-15, ROOM-59: a class plays its recording or silence of its length, and an ongoing one starts at its end")
    func media() {
        expect(media { _ in }.location, is: "/class/clip.mp4")
        let last = ClassEvent(.seconds(6), .presenter(nil))
        let silent = media {
            $0.info.media = []
            $0.events.append(last)
        }
        #expect(!silent.isOngoingSilence)
        #expect(!silent.isMissing)
        expect(silent.start, is: nil)
        expect(silent.location, is: SilentSource.location(of: .seconds(11)))
        #expect(media { $0.info.media = [.init("gone.mp4")] }.isMissing)
        let ongoing = media {
            $0.info.media = []
            $0.events.append(last)
            $0.info.isOngoing = true
        }
        #expect(ongoing.start == 6 && ongoing.isOngoingSilence)
    }

    @Test("ROOM-15: a class with only a chat lasts until its last message, even one late in the last slice")
    func chatAlone() throws {
        let folder = try ClassFolder()
        var contents = ClassContents(info: ClassInfo(playbackID: "chat"))
        contents.events = (0..<40).map { number in
            let time = MediaTime.seconds(number * 5)
            let message = ChatMessage(
                id: "\(number)", time: time, author: ClassUser(id: "mei", name: "Mei"), text: "line")
            return ClassEvent(time, .message(message))
        }
        try folder.put(contents)
        let source = ClassSource(folder.path(), access: FileAccess())
        let room = try source.room(ClassOptions(), cancel: CancelToken())
        expect(room.chatIndex.slices.map(\.start), is: [.zero])
        let media = ShownMedia(ClassSession(room), at: "/chat") { $0 }
        expect(media.location, is: SilentSource.location(of: .seconds(200)))
        expect(ShownMedia(ClassSession(contents.loaded().room), at: "/chat") { $0 }.location, is: media.location)
    }

    @Test("ROOM-04, ROOM-05: a room as an item of the list has its version and its location")
    func item() throws {
        let item = try #require(ClassItem(ClassItem.location(of: "https://x.example:80/7/", version: -1)))
        #expect(item.room == "https://x.example:80/7/")
        expect(item.version, is: -1)
        #expect(ClassItem("/a/file.mp4") == nil)
        #expect(ClassItem("tvplay-room:x:y") == nil)
    }

    @Test("ROOM-23: several definitions of a recording become sources of one video, but a single one does not")
    func definitions() {
        var info = ClassInfo(playbackID: "p")
        info.media = [.init("a.mp4", definition: "720p"), .init("b.mp4", definition: "480p")]
        expect(info.videoOfDefinitions(at: "/class") { $0 }?.sources.map(\.location), is: ["a.mp4", "b.mp4"])
        info.media.removeLast()
        expect(info.videoOfDefinitions(at: "/class") { $0 }, is: nil)
    }
}
