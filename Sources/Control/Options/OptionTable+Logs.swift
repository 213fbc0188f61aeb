import PlayCore

extension OptionTable {
    static let logs = [
        OptionSpec(
            "log-file", .path, in: .logs, .wholeRun, summary: trMark("Write a log to this file.")
        ) { $0.logFile = $1 },
        OptionSpec(
            "log-level", logLevel, default: "info", in: .logs, .wholeRun,
            summary: trMark("Level of detail of the log.")
        ) { $0.logLevel = $1 },
        OptionSpec(
            "log-events", ValueParser.path.map { $0 == "-" ? EventLogTarget.standardError : .file($0) }, in: .logs,
            .wholeRun,
            summary: trMark("Write playback events to this file, one per line. -: standard error.")
        ) { $0.eventLog = $1 },
        OptionSpec(
            "stats-file", .path, in: .logs, .wholeRun,
            summary: trMark("Write frame statistics to this file as JSON lines: bytes, quality, rate, round trip.")
        ) { $0.statsFile = $1 },
        OptionSpec(
            "really-quiet", .flag, default: "no", in: .logs, .wholeRun,
            summary: trMark("Print nothing, not even errors. The exit status tells the result.")
        ) { $0.isQuiet = $1 },
    ]

    private static let logLevel = ValueParser<Log.Level>(.choice, words: Log.Level.allCases.map(\.name)) { word in
        Log.Level.allCases.first { $0.name == word }
    }
}
