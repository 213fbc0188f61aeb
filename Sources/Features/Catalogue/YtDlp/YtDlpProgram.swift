package import Encoding
package import PlayCore
package import Processes

/// Runs the viewer's yt-dlp for the JSON of an address. Blocks; for worker threads.
package struct YtDlpProgram: Sendable {
    /// Searched in this order, as in mpv.
    package static let names = ["yt-dlp", "yt-dlp_x86", "youtube-dl"]
    /// yt-dlp starts Python and queries several servers, and the outputs of long playlists reach about 20 MB.
    package var limits = ProgramRun.Limits(time: .seconds(90), outputBytes: 64 << 20)
    /// `--ytdl-path`, or `nil` to search PATH.
    package var path: String?
    /// `--ytdl-format`.
    package var format: String?
    /// `--ytdl-raw-options`: names without dashes. An empty value stands for an option without a value.
    package var rawOptions: [(name: String, value: String)] = []

    package init() {}

    /// Puts the address last, after `--`, so that it cannot be an option.
    package func arguments(for address: String) -> [String] {
        var words = ["-J", "--no-warnings", "--no-progress", "--flat-playlist"]
        if let format { words += ["--format", format] }
        for (name, value) in rawOptions {
            words.append("--" + name)
            if !value.isEmpty { words.append(value) }
        }
        return words + ["--", address]
    }

    /// - Throws: `.noProgram`, `.program` with the last message, `.malformed`, `.beyondLimits`, `.cancelled`.
    package func json(for address: String, cancel: CancelToken) throws(CatalogueError) -> JSONValue {
        guard let program = path ?? Self.names.first(where: ProgramPath.has) else {
            throw CatalogueError(.noProgram(Self.names.joined(separator: ", ")))
        }
        let result = try ServiceProgram.run([program] + arguments(for: address), limits: limits, cancel: cancel)
        guard result.status == 0 else {
            throw CatalogueError(Self.cause(String(decoding: result.messages, as: UTF8.self)), context: program)
        }
        return try JSONValue.parse(result.output)
    }

    /// Classifies a failure by its message, the only indication there is (yt_dlp/utils: `ERROR: [site] id: words`).
    static func cause(_ messages: String) -> CatalogueError.Cause {
        let last = messages.split(whereSeparator: \.isNewline).last { $0.hasPrefix("ERROR:") }
        let words = last.map { $0.dropFirst(6).drop { $0 == " " }.prefix(400) } ?? "it failed without a word"
        let lower = words.lowercased()
        if lower.contains("drm protect") { return .protected }
        if ["http error 404", "http error 410", "video unavailable"].contains(where: lower.contains) {
            return .missing
        }
        return .program("yt-dlp: " + words)
    }
}
