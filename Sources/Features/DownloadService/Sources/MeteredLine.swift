import PlayCore
import Processes

/// Whether the line costs by the byte, as NetworkManager says over D-Bus (`busctl`, once a minute, on a thread of
/// its own that nobody waits for). Without NetworkManager it does not.
package final class MeteredLine: Sendable {
    private static let interval = HostTime.seconds(60)
    private static let words = [
        "busctl", "--system", "--timeout=5", "get-property", "org.freedesktop.NetworkManager",
        "/org/freedesktop/NetworkManager", "org.freedesktop.NetworkManager", "Metered",
    ]

    private struct State: Sendable {
        var isMetered = false
        var isClosed = false
    }

    private let state = Monitor(State())
    private let cancel = CancelToken()
    private let thread = Monitor<WorkerThread?>(nil)

    /// - Parameter onChange: on its thread.
    package init(onChange: @escaping @Sendable () -> Void) {
        let (state, cancel) = (state, cancel)
        let worker = WorkerThread(name: "dl-metered") {
            repeat {
                let now = Self.ask(cancel)
                let isNew = state.withLock { state in
                    defer { state.isMetered = now }
                    return state.isMetered != now
                }
                if isNew { onChange() }
                // Nil: it is time to ask again.
            } while state.wait(until: SystemClock().now + Self.interval, { $0.isClosed ? true : nil }) == nil
        }
        thread.withLock { $0 = worker }
    }

    package var isMetered: Bool { state.withLock { $0.isMetered } }

    /// Call once.
    package func close() {
        state.update { $0.isClosed = true }
        cancel.cancel()
        thread.withLock { $0 }?.join()
    }

    private static func ask(_ cancel: CancelToken) -> Bool {
        do throws(ProgramError) {
            let limits = ProgramRun.Limits(time: .seconds(10), outputBytes: 4096)
            let result = try ProgramRun.run(words, limits: limits, cancel: cancel)
            return result.status == 0 && isMetered(String(decoding: result.output, as: UTF8.self))
        } catch {
            return false
        }
    }

    /// NMMetered (NetworkManager's nm-dbus-interface.h): 1 yes, 3 probably.
    static func isMetered(_ answer: String) -> Bool {
        let words = answer.split(whereSeparator: \.isWhitespace)
        return words.first == "u" && ["1", "3"].contains(words.last)
    }
}
