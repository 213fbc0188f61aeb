import ClassroomHarness
import Foundation
import TestSupport
import Testing

@Suite("Processes, folders and ports of a test process")
struct TestProcessTests {
    private struct Held: Codable {
        var processes: [Int32]
        var folder: String
    }

    private static let arePresent = ProsodyServer.isPresent && ClassMediaServer.isPresent && ClassJanusServer.isPresent

    private static func text(_ path: String) -> String {
        String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }

    private static func marked(_ mark: String) throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }.filter { id in
            id != getpid() && ["cmdline", "environ"].contains { text("/proc/\(id)/\($0)").contains(mark) }
        }
    }

    @Test(
        "servers, their child processes and temporary folders end with a killed test process",
        .enabled(if: arePresent, "\(ProsodyServer.absentReason); \(ClassJanusServer.absentReason)"))
    func killed() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let list = folder.appendingPathComponent("list")
        let outcome = try OwnProcess.run(Self.self, value: list.path) { list in
            let own = try BuiltProgram.temporaryFolder()
            // The servers of this keeper are children in process groups of their own.
            let keeper = try RunningKeeper(up: own, try PortBlock())
            let prosody = try ProsodyServer()
            let plain = try RunningTool(["/bin/sleep", "1000"])
            try keeper.text()
            let held = Held(processes: try Self.marked(Lifeline.mark), folder: own.path)
            try JSONEncoder().encode(held).write(to: URL(fileURLWithPath: list))
            withExtendedLifetime((keeper, prosody, plain)) { _ = raise(SIGKILL) }
        }
        guard let outcome else { return }
        try #require(outcome.hasCrashed, "\(outcome.errors)")
        let held = try JSONDecoder().decode(Held.self, from: Data(contentsOf: list))
        // The keeper and its three servers, a Prosody, a program without a folder, and the shell that ends them.
        #expect(held.processes.count >= 7)
        #expect(eventually { held.processes.allSatisfy { Self.text("/proc/\($0)/cmdline").isEmpty } })
        #expect(eventually { !FileManager.default.fileExists(atPath: held.folder) })
    }

    @Test("two test processes never have the same ports, and the ports of a killed process become free again")
    func ports() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let list = folder.path + "/list"
        let block = try PortBlock()
        let outcome = try OwnProcess.run(Self.self, value: "\(block.number) \(list)") { value in
            let words = value.split(separator: " ", maxSplits: 1)
            try #require(PortBlock(number: Int(words[0]) ?? 0) == nil)
            let own = try PortBlock()
            try Data("\(own.number)".utf8).write(to: URL(fileURLWithPath: String(words[1])))
            withExtendedLifetime(own) { _ = raise(SIGKILL) }
        }
        guard let outcome else { return }
        try #require(outcome.hasCrashed, "\(outcome.errors)")
        let number = try #require(Int(Self.text(list)))
        #expect(number != block.number)
        // Another test process may have leased it since.
        _ = PortBlock(number: number)
        #expect(PortBlock(number: block.number) == nil)
    }

    @Test("a leased port is free and is never leased again")
    func single() throws {
        let ports = try (0..<300).map { _ in try PortLease.next() }
        expect(Set(ports).count, is: 300)
        #expect(ports.allSatisfy { (16_384..<32_768).contains($0) })
    }
}
