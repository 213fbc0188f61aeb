import CPlatform

/// The program's log: writes lines to a file, or discards them. Never to standard output. Any thread but `audio-out`.
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

    package struct Line: Sendable, Equatable {
        package let level: Level
        package let module: String
        package let text: String

        package init(level: Level, module: String, text: String) {
            (self.level, self.module, self.text) = (level, module, text)
        }
    }

    package static let shared = Log()

    private struct State {
        var descriptor: Int32 = -1
        var level = Level.info
        var listeners: [(number: Int, level: Level, take: @Sendable (Line) -> Void)] = []
        var nextListener = 0

        func isWanted(_ level: Level) -> Bool {
            descriptor >= 0 && level <= self.level || listeners.contains { level <= $0.level }
        }
    }

    private let state = Monitor(State())
    private let start = SystemClock().now

    /// Writes lines at `level` and above to `descriptor`, which must stay open until the process ends.
    package func open(descriptor: Int32, level: Level) {
        state.withLock {
            $0.descriptor = descriptor
            $0.level = level
        }
    }

    package var descriptor: Int32 { state.withLock { $0.descriptor } }

    /// Calls `take` on the writing thread with each line at `level` and above; it must not wait or log.
    ///
    /// - Returns: a number for ``stopListening(_:)``.
    package func listen(_ level: Level, _ take: @escaping @Sendable (Line) -> Void) -> Int {
        state.withLock { state in
            state.nextListener += 1
            state.listeners.append((state.nextListener, level, take))
            return state.nextListener
        }
    }

    package func stopListening(_ number: Int) { state.withLock { $0.listeners.removeAll { $0.number == number } } }

    package func write(_ level: Level, _ module: String, _ message: @autoclosure () -> String) {
        let (isWanted, descriptor, listeners) = state.withLock { state in
            let listeners = state.listeners.isEmpty ? [] : state.listeners.filter { level <= $0.level }.map(\.take)
            return (state.isWanted(level), level <= state.level ? state.descriptor : -1, listeners)
        }
        guard isWanted else { return }
        let message = message()
        if !listeners.isEmpty {
            let line = Line(level: level, module: module, text: message)
            for take in listeners { take(line) }
        }
        guard descriptor >= 0 else { return }
        let elapsed = SystemClock().now - start
        let milliseconds = elapsed.nanoseconds / 1_000_000
        let fraction = String(1000 + milliseconds % 1000).dropFirst()
        let line = "\(milliseconds / 1000).\(fraction) \(level.name) \(module): \(message)\n"
        // A failure to write the log cannot be reported.
        _ = line.withCString { CPlatform.write(descriptor, $0, strlen($0)) }
    }
}
