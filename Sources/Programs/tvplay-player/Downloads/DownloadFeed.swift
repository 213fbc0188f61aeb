import DownloadClient
import PlayCore
import TUI

/// Downloads for the screen: asks the daemon, which it starts at the first question, on a thread of its own
/// (`dl-screen`). Main thread; nothing here waits but ``close()``, for a moment.
///
/// DL-21: while the list is on the screen the daemon is asked every tenth of a second for those in view that run, and
/// whether the list is another one; only then for all of it.
final class DownloadFeed: DownloadsControl {
    /// DL-21.
    private static let period = HostTime.milliseconds(100)
    /// Nothing in view runs: what other programs do to the list is seen this soon.
    private static let idlePeriod = HostTime.milliseconds(500)
    /// After a failure: a daemon that is gone is not started ten times a second.
    private static let failurePeriod = HostTime.seconds(3)

    private struct State: Sendable {
        var facts = DownloadFacts()
        /// Nil: the list is not on the screen.
        var watched: [String]?
        var orders: [DownloadOrder] = []
        var isClosed = false
        var hasEnded = false
    }

    /// At the end, for orders that are being sent.
    private static let patience = HostTime.seconds(2)

    private let desk: DownloadHost
    private let covers: DownloadCovers
    private let wakeUp: WakeUp
    private let state = Monitor(State())
    private let bell = Doorbell()
    private var thread: WorkerThread?

    /// - Parameters:
    ///   - covers: closed with this.
    ///   - wakeUp: signalled when the facts are others.
    init(_ desk: DownloadHost, covers: DownloadCovers, wakeUp: WakeUp) {
        self.desk = desk
        self.covers = covers
        self.wakeUp = wakeUp
    }

    var facts: DownloadFacts { state.withLock { $0.facts } }

    func watch(_ ids: [String]?) {
        state.withLock { $0.watched = ids }
        wake()
    }

    func show(cover wish: DownloadCoverWish?) { covers.show(wish) }

    var cover: DownloadCover? { covers.newest }

    func perform(_ order: DownloadOrder) {
        state.withLock { $0.orders.append(order) }
        wake()
    }

    private func wake() {
        if thread == nil {
            let (state, desk, bell, wakeUp) = (state, desk, bell, wakeUp)
            thread = WorkerThread(name: "dl-screen") { Self.run(state, DownloadLink(desk), bell, wakeUp) }
        }
        bell.ring()
    }

    /// Orders that were given are still sent; a daemon that does not answer is not waited for.
    func close() {
        covers.close()
        guard let thread else { return }
        state.withLock { state in
            state.watched = nil
            state.isClosed = true
        }
        bell.ring()
        let hasEnded = state.wait(until: SystemClock().now + Self.patience) { $0.hasEnded ? true : nil } ?? false
        if hasEnded { thread.join() } else { thread.detach() }
        self.thread = nil
    }

    // MARK: The thread

    private static func run(_ state: Monitor<State>, _ link: DownloadLink, _ bell: Doorbell, _ wakeUp: WakeUp) {
        var seen: UInt64 = 0
        var facts = DownloadFacts()
        while true {
            let work = state.withLock { state in
                defer { state.orders = [] }
                return state
            }
            if work.orders.isEmpty, work.isClosed { return state.update { $0.hasEnded = true } }
            let before = facts
            for order in work.orders { link.perform(order, &facts) }
            if work.watched != nil || !work.orders.isEmpty, !work.isClosed {
                link.look(work.watched ?? [], &facts)
            }
            if facts != before {
                facts.number += 1
                let news = facts
                state.withLock { $0.facts = news }
                wakeUp.signal()
            }
            seen = bell.wait(after: seen, until: next(work, facts))
        }
    }

    /// When to look again; nil: when somebody rings.
    private static func next(_ work: State, _ facts: DownloadFacts) -> HostTime? {
        guard let watched = work.watched, !work.isClosed else { return nil }
        if case .failed = facts.phase { return SystemClock().now + failurePeriod }
        return SystemClock().now + (watched.isEmpty ? idlePeriod : period)
    }
}
