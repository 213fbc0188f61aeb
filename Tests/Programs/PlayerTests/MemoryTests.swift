import CPlatform
import Foundation
import PlayCore
import Processes
import TestSupport
import Testing

/// Tests of state that the real program keeps from one run to the next.
@Suite(.serialized) struct MemoryTests {
    private let counter = Fixtures.path("counter.mp4")

    /// A folder of state for several runs, which is removed with the object.
    private final class State {
        let url: URL
        init() throws { url = try BuiltProgram.temporaryFolder() }
        deinit { BuiltProgram.remove(url) }

        func player(_ arguments: String...) throws -> PlayerRun {
            try PlayerRun(arguments, environment: ["TVPLAY_HOME": url.path])
        }

        /// Runs a quick command, or plays without a terminal.
        func run(_ arguments: String...) throws -> BuiltProgram.Outcome {
            let alsa = url.appendingPathComponent("alsa.conf")
            try Data("pcm.!default { type null }\n".utf8).write(to: alsa)
            return try BuiltProgram.run(
                BuiltProgram.path("tvplay"), arguments,
                environment: ["TVPLAY_HOME": url.path, "LANG": "C.UTF-8", "ALSA_CONFIG_PATH": alsa.path])
        }

        /// The path and the position of each record.
        var records: [String] {
            get throws {
                try run("positions").output.split(separator: "\n").map { line in
                    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
                    return fields.count == 4 ? "\(fields[3]) \(fields[1])" : "\(line)"
                }
            }
        }
    }

    /// Plays the counter from four seconds on, paused, and quits.
    private func leaveAtFourSeconds(_ state: State, _ options: String...) throws {
        let run = try PlayerRun(
            options + ["--start=4", "--pause", "--resume-ignore-tail=1", counter],
            environment: ["TVPLAY_HOME": state.url.path])
        try run.waitForPicture()
        try run.quit()
    }

    @Test("PLAY-15, PLAY-16: a second run resumes at the saved position, and only the user may read the file")
    func resumes() throws {
        let state = try State()
        let first = try state.player("--start=4", "--pause", "--resume-ignore-tail=1", counter)
        let number = try first.waitForPicture()
        #expect(number > 50)
        try first.quit()
        try expect(state.records, is: ["\(counter) 0:00:04"])
        let second = try state.player("--pause", "--resume-ignore-tail=1", counter)
        try expect(second.waitForPicture(), is: number)
        try second.wait(for: "the message") { $0.text.contains("Resumed at 00:04") }
        try second.quit()
        let file = state.url.appendingPathComponent("tvplay.db").path
        let rights = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        expect(rights, is: 0o600)
    }

    @Test("CTRL-03, PLAY-16: a seek is saved at once and survives a kill")
    func seekSurvivesKill() throws {
        let state = try State()
        let run = try state.player("--pause", "--start=1", "--resume-ignore-tail=1", counter)
        try run.waitForPicture()
        run.type(Keys.right)
        try run.wait(for: "a picture behind five seconds") { ($0.counter ?? 0) > 100 }
        let isWritten = run.terminal.wait { _ in (try? state.records)?.isEmpty == false }
        #expect(isWritten)
        kill(try run.player, SIGKILL)
        try expect(run.waitForExit(), is: .signal(SIGKILL))
        try expect(state.records.count, is: 1)
    }

    @Test("PLAY-16: SIGTERM and closing the window save the position, too", arguments: [true, false])
    func hangUp(isSignal: Bool) throws {
        let state = try State()
        let run = try state.player("--start=4", "--pause", "--resume-ignore-tail=1", counter)
        try run.waitForPicture()
        if isSignal { run.terminal.signal(SIGTERM) } else { run.terminal.hangUp() }
        try expect(run.waitForExit(), is: .code(4))
        try expect(state.records, is: ["\(counter) 0:00:04"])
    }

    @Test(
        "PLAY-18: the history is a table on a terminal and tab-separated in a pipe, and positions and history are cleared separately"
    )
    func history() throws {
        let state = try State()
        for _ in 0..<2 { try leaveAtFourSeconds(state) }
        let fields = try state.run("history").output.split(separator: "\t").map(String.init)
        expect(fields.count, is: 6)
        expect(fields.dropFirst(), is: ["0:00:04", "0:00:10", "2", "Counter", counter + "\n"])
        let table = try PlayerRun(["history"], columns: 200, environment: ["TVPLAY_HOME": state.url.path])
        try expect(table.waitForExit(), is: .code(0))
        #expect(table.row(0).contains("Last played"))
        #expect(table.row(0).contains("Position"))
        #expect(table.row(1).contains("0:00:04"))
        try expect(state.run("positions", "clear").output, is: "1 position removed\n")
        try expect(state.records, is: [])
        #expect(try state.run("history").output.contains(counter))
        try expect(state.run("history", "clear").output, is: "1 entry removed\n")
        try expect(state.run("history").output, is: "")
    }

    @Test("ADV-02: the trace ID in the log is the same in every run, and missing with --no-trace-id")
    func traceID() throws {
        let state = try State()
        func id(_ options: String...) throws -> String? {
            let log = state.url.appendingPathComponent("log")
            // The log does not exist in the first call.
            try? FileManager.default.removeItem(at: log)
            let outcome = try BuiltProgram.run(
                BuiltProgram.path("tvplay"), options + ["--end=0.1", "--log-file=" + log.path, counter],
                environment: ["TVPLAY_HOME": state.url.path, "LANG": "C.UTF-8"])
            expect(outcome.status, is: 0)
            let text = String(decoding: try Data(contentsOf: log), as: UTF8.self)
            return text.firstMatch(of: /info trace: id ([0-9a-f]{32})/).map { String($0.1) }
        }
        let first = try #require(try id())
        try expect(id(), is: first)
        try expect(id("--no-trace-id"), is: nil)
    }
}
