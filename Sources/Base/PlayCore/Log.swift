import CPlatform

/// The program's log: lines to a file, or nowhere. Any thread but `audio-out`; never standard output.
package final class Log: Sendable {
    package enum Level: Int, Sendable, Comparable, CaseIterable {
        case error, warning, info, debug
        package static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
        package var name: String {
            switch self {
            case .error: "error"
            case .warning: "warning"
            case .info: "info"
            case .debug: "debug"
            }
        }
    }

    /// The one log of the process.
    package static let shared = Log()

    private struct State {
        var descriptor: Int32 = -1
        var level = Level.info
    }

    private let state = Monitor(State())
    private let start = SystemClock().now

    /// Lines at `level` and above go to `descriptor`, which stays open for the life of the process.
    package func open(descriptor: Int32, level: Level) {
        state.withLock {
            $0.descriptor = descriptor
            $0.level = level
        }
    }

    package func write(_ level: Level, _ module: String, _ message: @autoclosure () -> String) {
        let descriptor = state.withLock { level <= $0.level ? $0.descriptor : -1 }
        guard descriptor >= 0 else { return }
        let elapsed = SystemClock().now - start
        let milliseconds = elapsed.nanoseconds / 1_000_000
        let fraction = String(1000 + milliseconds % 1000).dropFirst()
        let line = "\(milliseconds / 1000).\(fraction) \(level.name) \(module): \(message())\n"
        // A log that cannot be written has nobody to tell.
        _ = line.withCString { CPlatform.write(descriptor, $0, strlen($0)) }
    }
}
