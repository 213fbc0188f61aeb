import Dispatch
package import Foundation

package enum BuiltProgram {
    package struct Outcome: Sendable {
        package let status: Int32
        package let output: String
        package let errors: String
        /// Whether a signal ended it.
        package let hasCrashed: Bool
    }

    /// Executables lie in the folder of the test program.
    package static func path(_ name: String) -> String {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent(name).path
    }

    package struct RanTooLong: Error, CustomStringConvertible {
        package let path: String
        package let output: String
        package let errors: String

        package var description: String { "\(path) did not end in time; it wrote: \(output)\(errors)" }
    }

    /// Runs a program to its end with an empty standard input.
    ///
    /// - Parameters:
    /// - environment: the whole environment, to which the test run's library path is added for the Swift runtime.
    /// - timeLimit: in seconds, after which the program is killed and ``RanTooLong`` thrown. Far beyond the needs of
    ///   any run on a slow machine, so a hang fails one test and does not stop all of them.
    package static func run(
        _ path: String, _ arguments: [String], environment: [String: String] = [:], timeLimit: Int = 400
    ) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let inherited = ProcessInfo.processInfo.environment.filter { ["PATH", "LD_LIBRARY_PATH"].contains($0.key) }
        process.environment = environment.merging(inherited) { own, _ in own }
        process.standardInput = FileHandle.nullDevice
        // Files, not pipes: nothing can fill up and block.
        let folder = try temporaryFolder()
        defer { remove(folder) }
        let output = folder.appendingPathComponent("output")
        let errors = folder.appendingPathComponent("errors")
        for file in [output, errors] { try Data().write(to: file) }
        let handles = try [output, errors].map { try FileHandle(forWritingTo: $0) }
        // Foundation never releases a process with its handles, and libstrophe accepts no descriptor from 1024 on.
        defer { for handle in handles { try? handle.close() } }
        (process.standardOutput, process.standardError) = (handles[0], handles[1])
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        try process.runMarked()
        guard ended.wait(timeout: .now() + .seconds(timeLimit)) == .success else {
            kill(process.processIdentifier, SIGKILL)
            throw RanTooLong(path: path, output: try text(of: output), errors: try text(of: errors))
        }
        return Outcome(
            status: process.terminationStatus, output: try text(of: output), errors: try text(of: errors),
            hasCrashed: process.terminationReason == .uncaughtSignal)
    }

    /// Writes a shell script that can run at once. A shell writes it, because the kernel runs no file that is open for
    /// writing, and any process started meanwhile would inherit a descriptor of this one.
    package static func writeScript(_ text: String, to path: String) throws {
        let outcome = try run(
            "/bin/sh", ["-c", #"printf '#!/bin/sh\n%s' "$1" >"$0" && chmod 755 "$0""#, path, text])
        guard outcome.status == 0 else { throw NotWritten(path: path, errors: outcome.errors) }
    }

    package struct NotWritten: Error {
        package let path: String
        package let errors: String
    }

    /// Creates a folder with ``Lifeline/mark`` in its name; the caller removes it. The name is short, because the path
    /// of a socket is limited to 107 bytes.
    package static func temporaryFolder() throws -> URL {
        let name = "\(Lifeline.mark)-\(String(UInt64.random(in: 0 ... .max), radix: 36).prefix(10))"
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    package static func remove(_ folder: URL) {
        // The temporary directory is cleaned anyway.
        try? FileManager.default.removeItem(at: folder)
    }

    private static func text(of file: URL) throws -> String {
        String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }
}
