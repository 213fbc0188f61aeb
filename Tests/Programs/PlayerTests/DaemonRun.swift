import Foundation
import Glibc
import PlayCore
import TestSupport
import Testing

/// A temporary home in which commands run as a user runs them. A daemon that they started ends with this object.
final class DaemonRun {
    let home: URL
    let environment: [String: String]

    init() throws {
        home = try BuiltProgram.temporaryFolder()
        environment = [
            "HOME": home.path, "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": home.path + "/state",
            "XDG_DATA_HOME": home.path + "/data", "XDG_CACHE_HOME": home.path + "/cache",
            "XDG_CONFIG_HOME": home.path + "/config",
        ]
    }

    deinit {
        if let daemon = processID { kill(daemon, SIGKILL) }
        BuiltProgram.remove(home)
    }

    var downloads: String { home.path + "/Downloads" }

    static let tvplay = BuiltProgram.path("tvplay")

    /// The environment for `env`, if another program starts the command.
    var words: [String] { environment.map { "\($0.key)=\($0.value)" }.sorted() }

    @discardableResult
    func run(_ arguments: String...) throws -> BuiltProgram.Outcome {
        try BuiltProgram.run(Self.tvplay, arguments, environment: environment)
    }

    /// Returns the JSON answers of a command, one document for each line.
    func json(_ arguments: String...) throws -> [[String: Any]] {
        let outcome = try BuiltProgram.run(Self.tvplay, arguments + ["--json"], environment: environment)
        #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        return try outcome.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    /// Returns the ID of a new item.
    func get(_ arguments: String...) throws -> String {
        let outcome = try BuiltProgram.run(Self.tvplay, ["get"] + arguments, environment: environment)
        expect(outcome.status, is: 0, "\(outcome.errors)")
        return try #require(outcome.output.split(separator: "\t").first.map(String.init), "\(outcome.errors)")
    }

    func row(_ id: String) throws -> [String: Any]? {
        try json("downloads").first { $0["gid"] as? String == id }
    }

    /// Waits until the row of an item fulfils the condition. The daemon does not notify its clients.
    func wait(_ id: String, until condition: ([String: Any]) -> Bool) throws {
        if try eventually({ try row(id).map(condition) ?? false }) { return }
        Issue.record("\(id) is not as it should be: \(String(describing: try row(id)))")
    }

    private var folder: String { home.path + "/state/tvplay/downloads" }
    private var log: String {
        String(decoding: FileManager.default.contents(atPath: folder + "/daemon.log") ?? Data(), as: UTF8.self)
    }

    /// The process ID of the running daemon, from the last line of its log that names one, or `nil` if none runs.
    var processID: pid_t? {
        let number = log.split(separator: "\n").last { $0.contains(", process ") }?.split(separator: " ").last
        guard let process = number.flatMap({ pid_t($0) }), kill(process, 0) == 0,
            let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe"),
            path.hasSuffix("/tvplay-downloads")
        else { return nil }
        return process
    }

    func waitForEnd(of process: pid_t) {
        #expect(eventually { processID != process })
    }

    func contents(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: downloads + "/" + name).map { Array($0) }
    }

    /// Compares the bytes without printing them.
    func has(_ name: String, _ bytes: [UInt8]) -> Bool { contents(name) == bytes }
}
