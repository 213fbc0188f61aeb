import ClassPlayback
import Classes
import Foundation
import PlayCore
import TestSupport
import Testing

@Suite struct DemoClassTests {
    private static let assets = Checkout.folder.appendingPathComponent("Assets/demo")

    @Test("ROOM-25: the demonstration is a valid package, and all of its events are known")
    func package() throws {
        let contents = try ClassSource(Self.assets.path, access: FileAccess()).contents(0, cancel: CancelToken())
        expect(contents.problems, is: [])
        let dump = String(decoding: contents.dump, as: UTF8.self)
        let kinds = [
            "users", "documentAdded", "pageShown", "shapeDrawn", "pointer", "notice", "survey", "message", "gift",
        ]
        for kind in kinds { #expect(dump.contains("\"kind\":\"\(kind)\""), "\(kind)") }
        #expect(!dump.contains("\"kind\":\"unknown\""))
    }

    @Test(
        "ROOM-50, ROOM-55, ROOM-56, ROOM-61: the demonstration has a timer, an answer sheet, an award and a red packet"
    )
    func rewards() throws {
        let contents = try ClassSource(Self.assets.path, access: FileAccess()).contents(0, cancel: CancelToken())
        for (kind, count) in ["answerSheet": 1, "answerSheetEnded": 1, "award": 1, "redPacket": 1, "timer": 2] {
            expect(contents.events.filter { $0.kind.name == kind }.count, is: count, "\(kind)")
        }
    }

    private static let hasPython = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: $0 + "/python3")
    }

    @Test(
        "the demonstration's files are the ones that make-demo generates",
        .enabled(if: hasPython, "needs python3 (Scripts/install-deps test)"))
    func generated() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let script = folder.appendingPathComponent("make-demo")
        try FileManager.default.copyItem(at: Self.assets.appendingPathComponent("make-demo"), to: script)
        let outcome = try BuiltProgram.run("/usr/bin/env", ["python3", script.path, "--only", "class"])
        expect(outcome.status, is: 0, "\(outcome.errors)")
        for name in ["room.json", "signals.jsonl", "chat.jsonl"] {
            let made = try Data(contentsOf: folder.appendingPathComponent(name))
            try expect(made, is: (try Data(contentsOf: Self.assets.appendingPathComponent(name))), "\(name)")
        }
    }
}
