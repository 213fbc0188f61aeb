import Foundation
import TestSupport
import Testing

@Suite("Chats beside a film", .serialized, .timeLimit(.minutes(10)))
struct ChatBesideTests {
    private func inFolder(_ chats: [String: String], _ body: (String) throws -> Void) throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        try FileManager.default.copyItem(
            atPath: Fixtures.path("counter.mp4"), toPath: folder.appendingPathComponent("talk.mp4").path)
        for (name, text) in chats { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        try body(folder.appendingPathComponent("talk.mp4").path)
    }

    private static func live(_ text: String) -> String {
        "{\"replayChatItemAction\":{\"actions\":[{\"addChatItemAction\":{\"item\":{\"liveChatTextMessageRenderer\":{"
            + "\"id\":\"1\",\"authorName\":{\"simpleText\":\"Mei\"},\"authorExternalChannelId\":\"m\","
            + "\"message\":{\"runs\":[{\"text\":\"\(text)\"}]}}}}}],\"videoOffsetTimeMsec\":\"0\"}}\n"
    }

    private static func danmaku(_ comments: [String]) -> String {
        "<i><chatid>1</chatid>\n" + comments.joined(separator: "\n") + "\n</i>\n"
    }

    @Test("ROOM-67: chats with the film's name are listed, and a chosen one is shown and removed again")
    func found() throws {
        let chats = [
            "talk.live_chat.json": Self.live("from yt-dlp"), "talk.rechat.json": "[]",
            "talk.chat.txt": "00:00:00 Ada: as text\n",
            "talk.danmaku.xml": Self.danmaku(["<d p=\"0,1,25,16777215,0,0,a,7\">flies</d>"]),
            "other.chat.txt": "00:00:00 x: y\n",
        ]
        try inFolder(chats) { path in
            let run = try PlayerRun(["--pause", "--start=1", "--no-resume", path], columns: 120, rows: 36)
            try run.waitForPicture()
            run.type("gk")
            try run.wait(for: "the list") { screen in
                ["Recorded chats", "talk.live_chat.json", "talk.rechat.json", "talk.chat.txt", "talk.danmaku.xml"]
                    .allSatisfy {
                        screen.text.contains($0)
                    }
            }
            #expect(!run.screen.text.contains("other.chat.txt"))
            run.type("j\r")
            try run.wait(for: "the chat") { $0.text.contains("from yt-dlp") }
            run.type("gk")
            try run.wait(for: "the list again") { $0.text.contains("Recorded chats") }
            run.type("gg\r")
            try run.wait(for: "no chat") { !$0.text.contains("from yt-dlp") && !$0.text.contains("Recorded chats") }
            try run.quit()
        }
    }

    @Test(
        "ROOM-67: g-f shows danmaku over the film: modes 4 and 5 stay in place, mode 7 shows its text, scripts are left out"
    )
    func flying() throws {
        let comments = [
            "<d p=\"0.2,1,25,16777215,0,0,a,1\">from right to left</d>",
            "<d p=\"0.2,5,25,16711680,0,0,a,2\">at the top</d>", "<d p=\"0.2,4,25,65280,0,0,a,3\">at the bottom</d>",
            "<d p=\"0.2,7,25,16777215,0,0,a,4\">[\"0.1\",\"0.2\",\"1-1\",\"4\",\"placed\",\"0\",\"0\"]</d>",
            "<d p=\"0.2,8,25,16777215,0,0,a,5\">var script</d>", "<d p=\"0.2,9,25,16777215,0,0,a,6\">def bas</d>",
        ]
        try inFolder(["talk.danmaku.xml": Self.danmaku(comments)]) { path in
            let chat = path.replacingOccurrences(of: ".mp4", with: ".danmaku.xml")
            let run = try PlayerRun(
                ["--pause", "--no-resume", "--chat-file=" + chat, "--danmaku-density=60", path], columns: 80, rows: 30)
            try run.wait(for: "the film") { $0.text.contains("/ 00:10") }
            run.type("f")
            run.type("gf")
            run.type("g2\r")
            func place(_ text: String) -> (column: Int, row: Int)? {
                for row in 0..<run.screen.rows {
                    if let range = run.screen.text(row: row).range(of: text) {
                        return (
                            run.screen.text(row: row).distance(
                                from: run.screen.text(row: row).startIndex, to: range.lowerBound), row
                        )
                    }
                }
                return nil
            }
            try run.wait(for: "comments over the film") { _ in
                ["from right to left", "at the top", "at the bottom", "placed"].allSatisfy { place($0) != nil }
            }
            let before = try #require(place("from right to left"))
            #expect(try #require(place("at the bottom")).row > before.row)
            #expect(
                !run.screen.text.contains("script") && !run.screen.text.contains("def bas")
                    && !run.screen.text.contains("[\""))
            run.type("g3\r")
            try run.wait(for: "it flies") { _ in (place("from right to left")?.column ?? 999) < before.column }
            run.type("gf")
            try run.wait(for: "the film alone") {
                !$0.text.contains("from right to left") && !$0.text.contains("placed")
            }
            try run.quit()
            let dump = try BuiltProgram.run(BuiltProgram.path("tvplay"), ["class", "--dump", chat])
            #expect(dump.errors.contains("a comment that is a program (mode 8)"))
            #expect(dump.output.contains("placed") && !dump.output.contains("1-1"))
        }
    }
}
