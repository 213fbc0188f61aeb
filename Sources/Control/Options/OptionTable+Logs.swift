import Localization
import PlayCore

extension OptionTable {
    static let logs = [
        OptionSpec(
            "log-file", .path, in: .logs, .wholeRun, summary: trMark("Write a log to this file.")
        ) { $0.logFile = $1 },
        OptionSpec(
            "log-level", logLevel, default: "info", in: .logs, .wholeRun,
            summary: trMark("How much the log tells.")
        ) { $0.logLevel = $1 },
        OptionSpec(
            "log-events", ValueParser.path.map { $0 == "-" ? EventLogTarget.standardError : .file($0) }, in: .logs,
            .wholeRun,
            summary: trMark("Write a line for each event of playing to this file. - is standard error.")
        ) { $0.eventLog = $1 },
        OptionSpec(
            "stats-file", .path, in: .logs, .wholeRun,
            summary: trMark("Write a line of JSON for each frame to this file: bytes, quality, rate and round trip.")
        ) { $0.statsFile = $1 },
        OptionSpec(
            "really-quiet", .flag, default: "no", in: .logs, .wholeRun,
            summary: trMark("Print nothing, not even errors. The exit status tells.")
        ) { $0.isQuiet = $1 },
    ]

    private static let logLevel = ValueParser<Log.Level>(.choice, words: Log.Level.allCases.map(\.name)) { word in
        Log.Level.allCases.first { $0.name == word }
    }
}
