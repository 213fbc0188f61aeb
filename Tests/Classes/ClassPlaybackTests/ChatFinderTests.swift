import PlayCore
import TestSupport
import Testing

@testable import ClassPlayback

@Suite("The search for chats", .timeLimit(.minutes(10)))
struct ChatFinderTests {
    private final class Folders: Sendable {
        let contents = Monitor<[String: [String]]>([:])

        func names(_ folder: String) -> [String] { contents.wait { $0[folder] } ?? [] }
    }

    private let folders = Folders()
    private let wakeUp = WakeUp()

    private func finder() -> ChatFinder { ChatFinder(wakeUp: wakeUp) { [folders] in folders.names($0) } }

    @Test("ROOM-67: the search for chats lasts until the folder has been read")
    func sought() {
        let finder = finder()
        #expect(!finder.newest.isSought)
        finder.look(beside: "/films/talk.mp4")
        #expect(finder.newest.isSought && finder.newest.locations.isEmpty)
        folders.contents.update { $0["/films"] = ["talk.mp4", "talk.chat.txt", "other.chat.txt"] }
        #expect(wakeUp.wait())
        #expect(!finder.newest.isSought)
        expect(finder.newest.locations, is: ["/films/talk.chat.txt"])
    }

    @Test("ROOM-67: a folder that is read too late has no effect on the next video")
    func late() {
        let finder = finder()
        finder.look(beside: "/slow/talk.mp4")
        finder.look(beside: "/films/talk.mp4")
        folders.contents.update { $0["/slow"] = ["talk.chat.txt"] }
        #expect(wakeUp.wait())
        #expect(finder.newest.isSought && finder.newest.locations.isEmpty)
        folders.contents.update { $0["/films"] = ["talk.rechat.json"] }
        #expect(wakeUp.wait())
        #expect(!finder.newest.isSought)
        expect(finder.newest.locations, is: ["/films/talk.rechat.json"])
    }

    @Test("no search runs beside an address or a pipe")
    func nowhere() {
        let finder = finder()
        for path in ["https://host/talk.mp4", "-", nil] {
            finder.look(beside: path)
            #expect(!finder.newest.isSought)
        }
    }
}
