import PlayCore

/// mpv's levels of log messages.
enum ClientLogLevel: String, Sendable {
    case no, fatal, error, warn, info, status, v, debug, trace
    /// The messages that mpv shows on its terminal.
    case terminalDefault = "terminal-default"

    init(_ level: Log.Level) {
        switch level {
        case .error: self = .error
        case .warning: self = .warn
        case .info: self = .info
        case .debug: self = .debug
        }
    }

    /// The least severe level that is sent, or `nil` for none.
    var log: Log.Level? {
        switch self {
        case .no, .fatal: nil
        case .error: .error
        case .warn: .warning
        case .info, .status, .terminalDefault: .info
        case .v, .debug, .trace: .debug
        }
    }
}

/// The unread log lines of a client. Any thread writes, the main thread reads.
final class LogListener: Sendable {
    /// Further unread lines are dropped, with a notice to the client.
    private static let bound = 1000

    let level: Log.Level
    private let lines = Monitor<[Log.Line]>([])
    private let registration = Monitor<Int?>(nil)

    init(_ level: Log.Level, wakeUp: WakeUp) {
        self.level = level
        let lines = lines
        let number = Log.shared.listen(level) { line in
            let isFirst = lines.withLock { lines in
                if lines.count < Self.bound {
                    lines.append(line)
                } else if lines.last?.module != "overflow" {
                    lines.append(Log.Line(level: .error, module: "overflow", text: "log message buffer overflow"))
                }
                return lines.count == 1
            }
            if isFirst { wakeUp.signal() }
        }
        registration.withLock { $0 = number }
    }

    deinit { if let number = registration.withLock({ $0 }) { Log.shared.stopListening(number) } }

    func takeLines() -> [Log.Line] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }
}
