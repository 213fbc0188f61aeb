import Foundation
import Glibc
import PlayCore
import TestSupport
import Testing

@testable import Processes

@Suite("Running a program for its output")
struct ProgramRunTests {
    private func run(
        _ words: [String], input: [UInt8] = [], time: HostTime = Patience.limit, bytes: Int = 4 << 20,
        cancel: CancelToken = CancelToken()
    ) throws(ProgramError) -> ProgramRun.Result {
        try ProgramRun.run(words, input: input, limits: .init(time: time, outputBytes: bytes), cancel: cancel)
    }

    @Test("A program gets its input and returns output, messages and status")
    func result() throws {
        let input = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try expect(run(["cat"], input: input).output, is: input)
        let result = try run(["sh", "-c", "echo out; echo err >&2; exit 3"])
        expect(result, is: .init(status: 3, output: Array("out\n".utf8), messages: Array("err\n".utf8)))
        try expect(run(["sh", "-c", "kill -9 $$"]).status, is: 137)
        try expect(run(["cat"]).output, is: [])
    }

    @Test("Output beyond the limit ends the program, and the last 8 KiB of its messages are kept")
    func bounds() throws {
        #expect(throws: ProgramError(program: "yes", cause: .printedTooMuch)) { try run(["yes"], bytes: 1000) }
        try expect(run(["sh", "-c", "printf 12345"], bytes: 5).output.count, is: 5)
        let talk = try run(["sh", "-c", "head -c 1000000 /dev/zero >&2; printf end >&2"])
        expect(talk.messages.count, is: 8192)
        expect(talk.messages.suffix(4), is: [0] + Array("end".utf8))
    }

    @Test("The memory of a program and its children is limited")
    func memory() throws {
        // The limit is set when the program already runs.
        let wait = "until [ \"$(ulimit -v)\" = 524288 ]; do :; done; sh -c 'ulimit -v'"
        let limits = ProgramRun.Limits(time: Patience.limit, outputBytes: 99, memoryBytes: 512 << 20)
        let result = try ProgramRun.run(["sh", "-c", wait], limits: limits, cancel: CancelToken())
        expect(result.output, is: Array("524288\n".utf8))
    }

    @Test("A time-out and cancelling end the program with all its children", arguments: [true, false])
    func group(isCancelled: Bool) throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let file = folder.path + "/pid"
        let words = ["sh", "-c", "sleep 1000 & echo $! > \(file).new; mv \(file).new \(file); wait"]
        let cancel = CancelToken()
        var canceller: WorkerThread?
        if isCancelled {
            canceller = WorkerThread(name: "canceller") {
                _ = eventually { access(file, F_OK) == 0 }
                cancel.cancel()
            }
        }
        let error = ProgramError(program: "sh", cause: isCancelled ? .cancelled : .tookTooLong)
        // If the shell is slow to start its child, the next attempt allows more time.
        for time in isCancelled ? [Patience.limit] : [.milliseconds(300), .seconds(3), .seconds(30)]
        where access(file, F_OK) != 0 {
            #expect(throws: error) { try run(words, time: time, cancel: cancel) }
        }
        canceller?.join()
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let sleeper = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        // The child is a zombie until the first process has reaped it.
        let isGone = eventually {
            let status = (try? String(contentsOfFile: "/proc/\(sleeper)/stat", encoding: .utf8)) ?? ") Z"
            return status.contains(") Z") || status.contains(") X")
        }
        #expect(isGone)
    }

    @Test("A program that closes its output is waited for and ended in time")
    func silent() throws {
        #expect(throws: ProgramError(program: "sh", cause: .tookTooLong)) {
            try run(["sh", "-c", "exec >&- 2>&-; sleep 1000"], time: .milliseconds(300))
        }
        try expect(run(["sh", "-c", "exec >&- 2>&-; exit 4"]).status, is: 4)
    }
}
