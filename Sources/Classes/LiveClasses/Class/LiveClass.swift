package import ClassRules
import Classes
import Glibc
package import PlayCore
import Signalling
import Transport
import XML

/// A live class on its own thread (`live`), which performs the machine's effects. Only ``close()`` blocks.
package final class LiveClass: Sendable {
    private struct State {
        var inputs: [LiveInput] = []
        var view: LiveClassView
        var news: [LiveNews] = []
        var hasEnded = false
    }

    package let contents: LiveContents
    private let state: Monitor<State>
    private let doorbell = WakeUp()
    private let thread: WorkerThread
    /// Ends connections from addresses that this machine has lost, so the class reconnects at once.
    private let network = NetlinkWatch(Doorbell())

    /// - Parameter wakeUps: signalled when the view changes or there is news.
    package init(_ entry: LiveEntry, _ services: LiveServices, wakeUps: [WakeUp]) {
        let doorbell = doorbell
        var random = SystemRandomNumberGenerator()
        let prefix = String(UInt64.random(in: 0 ... .max, using: &random), radix: 36)
        let machine = LiveMachine(
            entry, prefix: prefix, at: SystemClock().now, wallTime: WallTime.now.milliseconds)
        let state = Monitor(State(view: machine.view))
        self.state = state
        let contents = LiveContents(
            base: machine.axis.base, wake: { for wakeUp in wakeUps { wakeUp.signal() } },
            askForOlder: {
                state.withLock { $0.inputs.append(.olderChatWanted) }
                doorbell.signal()
            })
        self.contents = contents
        let post: @Sendable (LiveInput) -> Void = { input in
            state.withLock { $0.inputs.append(input) }
            doorbell.signal()
        }
        thread = WorkerThread(name: "live") {
            let loop = LiveLoop(
                machine, entry, services, contents: contents, doorbell: doorbell, post: post,
                take: {
                    state.withLock { state in
                        defer { state.inputs = [] }
                        return state.inputs
                    }
                })
            loop.run { view, news in
                state.withLock { state in
                    if let view { state.view = view }
                    state.news += news
                }
                for wakeUp in wakeUps { wakeUp.signal() }
            }
            state.update { $0.hasEnded = true }
        }
    }

    package var view: LiveClassView { state.withLock { $0.view } }

    package func takeNews() -> [LiveNews] {
        state.withLock { state in
            defer { state.news = [] }
            return state.news
        }
    }

    package func perform(_ order: LiveOrder) { post(.order(order)) }

    private func post(_ input: LiveInput) {
        state.withLock { $0.inputs.append(input) }
        doorbell.signal()
    }

    /// Leaves the class within 2.5 s. Must be the last call, made once.
    package func close() {
        post(.end)
        thread.join()
    }
}
