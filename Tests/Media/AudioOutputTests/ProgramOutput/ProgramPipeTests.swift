import Foundation
import PlayCore
import Processes
import TestSupport
import Testing

@testable import AudioOutput

@Suite("Programs that read the output", .serialized, .timeLimit(.minutes(10)))
struct ProgramPipeTests {
    private func waitForProblem(_ pipe: ProgramPipe, _ wakeUp: WakeUp) throws -> String {
        while true {
            if let problem = pipe.takeProblem() { return problem }
            try #require(wakeUp.wait(), "no problem is told")
        }
    }

    @Test("ARCH-39: all offered data is read to its end, even by a program that starts slowly")
    func whole() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let program = folder.path + "/take"
        try BuiltProgram.writeScript("sleep 0.2; cat >\"$0.out\"\n", to: program)
        let pipe = try ProgramPipe([program], thread: "stream", limit: 8, WakeUp())
        for piece in 0..<8 { pipe.offer([UInt8](repeating: UInt8(piece), count: 100_000)) }
        pipe.finish()
        pipe.join()
        let read = FileManager.default.contents(atPath: program + ".out") ?? Data()
        expect(read, is: Data((0..<800_000).map { UInt8($0 / 100_000) }))
        expect(pipe.takeProblem(), is: nil)
    }

    @Test("ARCH-39: a program that does not read blocks nothing: data is skipped, with one report")
    func slow() throws {
        let wakeUp = WakeUp()
        let pipe = try ProgramPipe(["sleep", "1000"], thread: "stream", limit: 2, wakeUp)
        // Two pieces wait here, the thread holds a third, and the pipe takes a part of that.
        let taken = (0..<50).count { _ in pipe.offer([UInt8](repeating: 0, count: 200_000)) }
        #expect((2...3).contains(taken))
        #expect(wakeUp.clear())
        expect(pipe.takeProblem()?.contains("sleep"), is: true)
        expect(pipe.takeProblem(), is: nil)
        pipe.finish()
        // The program is ended although it never reads.
        pipe.join()
    }

    @Test("ARCH-39: a program's end is reported once, with its status, and so is a closed input")
    func endings() throws {
        let wakeUp = WakeUp()
        let one = try ProgramPipe(["sh", "-c", "exit 3"], thread: "stream", limit: 2, wakeUp)
        #expect(try waitForProblem(one, wakeUp).contains("3"))
        one.offer([1])
        expect(one.takeProblem(), is: nil)
        one.finish()
        one.join()
        let deaf = try ProgramPipe(["sh", "-c", "exec <&-; sleep 1000"], thread: "stream", limit: 2, wakeUp)
        #expect(try waitForProblem(deaf, wakeUp).contains("closed its input"))
        deaf.finish()
        deaf.join()
    }

    @Test("a program that cannot be started is an error")
    func missing() {
        #expect(throws: ProgramError.self) {
            try ProgramPipe(["/nowhere/program"], thread: "stream", limit: 1, WakeUp())
        }
    }
}
