package import PlayCore
import Processes

/// Whether the line is metered, as NetworkManager reports over D-Bus; false without NetworkManager. Runs `busctl` once
/// a minute on its own thread, from the first query on. Callers never wait. Any thread.
package final class MeteredLine: Sendable {
    private static let interval = HostTime.seconds(60)
    private static let words = [
        "busctl", "--system", "--timeout=5", "get-property", "org.freedesktop.NetworkManager",
        "/org/freedesktop/NetworkManager", "org.freedesktop.NetworkManager", "Metered",
    ]

    private struct State: Sendable {
        var isMetered: Bool?
        var isClosed = false
        var thread: WorkerThread?
    }

    private let state = Monitor(State())
    private let cancel = CancelToken()
    private let onChange: @Sendable () -> Void

    /// - Parameter onChange: called on its thread.
    package init(onChange: @escaping @Sendable () -> Void) { self.onChange = onChange }

    /// `nil` if NetworkManager has not responded yet. The first query starts the thread.
    package var isMetered: Bool? {
        state.withLock { state in
            if state.thread == nil, !state.isClosed { state.thread = WorkerThread(name: "metered") { self.run() } }
            return state.isMetered
        }
    }

    private func run() {
        repeat {
            let now = Self.ask(cancel)
            let isNew = state.withLock { state in
                defer { state.isMetered = now }
                return state.isMetered != now
            }
            if isNew { onChange() }
        } while state.wait(until: SystemClock().now + Self.interval, { $0.isClosed ? true : nil }) == nil
    }

    package func close() {
        state.update { $0.isClosed = true }
        cancel.cancel()
        state.withLock { $0.thread }?.join()
    }

    package static func ask(_ cancel: CancelToken) -> Bool {
        do throws(ProgramError) {
            let limits = ProgramRun.Limits(time: .seconds(10), outputBytes: 4096)
            let result = try ProgramRun.run(words, limits: limits, cancel: cancel)
            return result.status == 0 && isMetered(String(decoding: result.output, as: UTF8.self))
        } catch {
            return false
        }
    }

    /// NMMetered (NetworkManager's nm-dbus-interface.h): 1 yes, 3 probably.
    package static func isMetered(_ answer: String) -> Bool {
        let words = answer.split(whereSeparator: \.isWhitespace)
        return words.first == "u" && ["1", "3"].contains(words.last)
    }
}
