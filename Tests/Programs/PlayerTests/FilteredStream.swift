import Foundation

/// What ffmpeg says of a stream or a file.
enum FilteredStream {
    /// Its times are those of the stream.
    ///
    /// - Parameter filter: of the output, such as `-t 1 -af volumedetect`.
    static func words(of address: String, _ filter: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/ffmpeg")
        let wait = address.contains("://") ? ["-rw_timeout", "10000000"] : []
        process.arguments =
            ["-nostdin", "-hide_banner", "-copyts"] + wait + ["-i", address] + filter + ["-f", "null", "-"]
        let pipe = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = pipe
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text
    }

    /// The numbers that stand behind a word, in their order.
    static func numbers(behind word: String, in text: String) -> [Double] {
        text.components(separatedBy: word).dropFirst().compactMap { part in
            Double(part.drop { $0 == " " }.prefix { $0.isNumber || $0 == "." || $0 == "-" })
        }
    }
}
