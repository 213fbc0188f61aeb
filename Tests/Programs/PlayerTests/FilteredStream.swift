import Foundation

/// ffmpeg's analysis of a stream or a file.
enum FilteredStream {
    /// Returns ffmpeg's output. Its times are those of the stream.
    ///
    /// - Parameter filter: output options, such as `-t 1 -af volumedetect`.
    static func words(of address: String, _ filter: [String]) throws -> String {
        let wait = address.contains("://") ? ["-rw_timeout", "10000000"] : []
        let (process, pipe) = try start(wait + ["-i", address] + filter)
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text
    }

    private static func start(_ arguments: [String]) throws -> (Process, Pipe) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/ffmpeg")
        process.arguments = ["-nostdin", "-hide_banner", "-copyts"] + arguments + ["-f", "null", "-"]
        let pipe = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = pipe
        try process.run()
        return (process, pipe)
    }

    /// An ffmpeg process that analyses a stream of a class while the class continues.
    final class Watch {
        private let process: Process
        private let pipe: Pipe

        /// - Parameter base: the origin of times in milliseconds since 1970, of which a stream has the lower 31 bits.
        init(_ address: String, _ filter: [String], base: Int64) throws {
            let offset = Double(base & Int64(Int32.max)) / 1000
            (process, pipe) = try start(["-nostats", "-itsoffset", "-\(offset)", "-i", address] + filter)
        }

        deinit { _ = end() }

        /// Ends ffmpeg and returns its output.
        func end() -> String {
            // ffmpeg inherits the blocked signals of the tests, so only SIGKILL ends it.
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
            process.waitUntilExit()
            return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
    }

    /// Returns the numbers that follow a word, in order.
    static func numbers(behind word: String, in text: String) -> [Double] {
        text.components(separatedBy: word).dropFirst().compactMap { part in
            Double(part.drop { $0 == " " }.prefix { $0.isNumber || $0 == "." || $0 == "-" })
        }
    }
}
