import DownloadClient
import DownloadModel
import Encoding
import Foundation
import Glibc
import PlayCore
import TestSupport
import Testing

/// A real `tvplay-downloads` in a home of the test. Only one may run in a home at a time.
final class SoakDaemon {
    let home: String
    private let process = Process()

    struct NotReady: Error { let words: String }

    /// Starts the daemon and returns when it listens.
    ///
    /// - Parameter largestFile: The limit of a file's size in bytes, or `nil` for no limit but the disk.
    /// - Throws: The reason that the daemon printed for not starting.
    init(_ home: String, waits: Bool = true, largestFile: Int? = nil) throws {
        self.home = home
        let program = BuiltProgram.path("tvplay-downloads")
        let arguments = ["--download-idle=never", "--cache=no", "--log-level=info"]
        if let largestFile {
            // The shell counts in units of 512 bytes.
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", "ulimit -f \(largestFile / 512); exec \"$0\" \"$@\"", program] + arguments
        } else {
            process.executableURL = URL(fileURLWithPath: program)
            process.arguments = arguments
        }
        var environment = ProcessInfo.processInfo.environment.filter { ["PATH", "LD_LIBRARY_PATH"].contains($0.key) }
        for (name, folder) in [("HOME", ""), ("XDG_STATE_HOME", "/state"), ("XDG_DATA_HOME", "/data")] {
            environment[name] = home + folder
        }
        for (name, folder) in [("XDG_CACHE_HOME", "/cache"), ("XDG_CONFIG_HOME", "/config")] {
            environment[name] = home + folder
        }
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        try pipe.fileHandleForWriting.close()
        guard waits else { return }
        // The daemon closes this pipe when it listens.
        let words = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        guard words.isEmpty else { throw NotReady(words: words) }
    }

    deinit { end() }

    var places: DownloadPlaces { DownloadPlaces(stateFolder: home + "/state/tvplay", runtimeFolder: nil) }

    func client() throws -> DownloadClient { try #require(DownloadClient(places), "\(log)") }

    /// Kills the daemon with `kill -9`.
    func end() {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    /// Asks the daemon to shut down and waits for its end.
    func shutDown() throws {
        _ = try client().call(.shutdown)
        process.waitUntilExit()
        expect(process.terminationReason, is: .exit)
        expect(process.terminationStatus, is: 0)
    }

    var log: String {
        String(decoding: FileManager.default.contents(atPath: places.log) ?? Data(), as: UTF8.self)
    }
}

extension DownloadClient {
    /// Returns the rows of the current list.
    func rows() throws -> [DownloadRecord] {
        (try call(.list)["items"]?.items ?? []).compactMap { DownloadRecord($0) }
    }
}
