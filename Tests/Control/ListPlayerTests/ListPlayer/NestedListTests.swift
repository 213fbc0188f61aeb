import Commands
import Foundation
import ListPlayer
import PlayCore
import PlaybackModel
import Playlists
import TestSupport
import Testing

/// Lists that name lists and streams, some of them on servers that never answer.
@Suite("Lists within lists", .timeLimit(.minutes(10)))
struct NestedListTests {
    private static let film = Array(FileManager.default.contents(atPath: Fixtures.path("counter.mp4")) ?? Data())

    private static func text(_ text: String) -> FaultReply { FaultReply(200, Array(text.utf8)) }

    private func inFolder(_ list: String, _ body: (String) throws -> Void) throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        try Data(list.utf8).write(to: folder.appendingPathComponent("l.m3u"))
        try body(folder.path + "/l.m3u")
    }

    @Test("ARCH-06: of 52 channels with 51 that never answer, the first plays at once and all are listed")
    func channels() throws {
        let server = try FaultServer { request in
            switch request.path {
            case "/0.mp4": .file(Self.film, for: request)
            default: FaultReply(200, [], faults: [.hold])
            }
        }
        defer { server.release() }
        let channels = (1...51).map { "#EXTINF:-1,Channel \($0)\n\(server.text("/\($0).m3u8"))\n" }.joined()
        try inFolder("#EXTM3U\n#EXTINF:-1,First\n\(server.text("/0.mp4"))\n" + channels) { list in
            let harness = try PlayerHarness(typed: [list])
            #expect(harness.wait { snapshot, _ in snapshot.status == .playing })
            expect(harness.player.contents.items.count, is: 52)
            expect(harness.player.contents.items[51].title, is: "Channel 51")
            #expect(server.requests.allSatisfy { $0.path == "/0.mp4" })
        }
    }

    @Test("an entry that turns out to be a list is replaced by its contents, which play")
    func played() throws {
        let server = try FaultServer { request in
            switch request.path {
            case "/more.m3u8": Self.text("#EXTM3U\n#EXTINF:-1,Inner\na.mp4\nmore.m3u8\nb.mp4\n")
            default: .file(Self.film, for: request)
            }
        }
        try inFolder("#EXTM3U\n\(server.text("/more.m3u8"))\n\(server.text("/c.mp4"))\n") { list in
            let harness = try PlayerHarness(typed: [list])
            #expect(harness.wait { snapshot, _ in snapshot.status == .playing })
            // The list's reference to itself is left out.
            expect(harness.names, is: ["a.mp4", "b.mp4", "c.mp4"])
            expect(harness.player.contents.items[0].title, is: "Inner")
            #expect(server.requests.contains { $0.path == "/a.mp4" })
        }
    }

    @Test("an entry with the name of a list is expanded while another entry plays")
    func background() throws {
        let server = try FaultServer { request in
            switch request.path {
            case "/more.pls": Self.text("[playlist]\nFile1=a.mp4\nFile2=deeper.m3u\n")
            case "/deeper.m3u": Self.text("b.mp4\n")
            default: .file(Self.film, for: request)
            }
        }
        let entries = ["/0.mp4", "/more.pls", "/gone.pls", "/c.mp4"].map { server.text($0) }
        try inFolder(entries.joined(separator: "\n")) { list in
            let harness = try PlayerHarness(typed: ["--pause", list])
            let expected = ["0.mp4", "a.mp4", "b.mp4", "gone.pls", "c.mp4"]
            #expect(harness.wait { _, _ in harness.names == expected }, "\(harness.names)")
            #expect(!server.requests.contains { $0.path == "/a.mp4" })
        }
    }

    @Test("a list that contains only itself fails")
    func itself() throws {
        let server = try FaultServer { request in
            request.path == "/me.m3u8" ? Self.text("#EXTM3U\nme.m3u8\n") : .file(Self.film, for: request)
        }
        let harness = try PlayerHarness(typed: ["--pause", "--playlist=" + server.text("/me.m3u8")])
        #expect(harness.wait { snapshot, _ in snapshot.status == .failed })
        expect(harness.player.snapshot.error?.reason, is: "the playlist contains nothing to play")
    }
}
