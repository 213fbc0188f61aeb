import DownloadClient
import DownloadModel
import DownloadScreen
package import PlayCore
package import TUI

/// The downloads for the screen. The thread `dl-screen` queries the daemon, and starts it with the first request. While
/// the list is on the screen, it queries every tenth of a second: for the visible running downloads, and for the list's
/// version. The whole list is read only if the version has changed. Main thread; only ``close()`` blocks, for a moment.
package final class DownloadSource: LoopSource {
    private static let period = HostTime.milliseconds(100)
    /// The period if no visible download runs. Changes by other programs appear within this time.
    private static let idlePeriod = HostTime.milliseconds(500)
    /// The period after a failure, so that a missing daemon is not started ten times a second.
    private static let failurePeriod = HostTime.seconds(3)

    private struct State: Sendable {
        var downloads = DownloadsState()
        /// The visible downloads, or `nil` if the list is not on the screen.
        var watched: [DownloadID]?
        /// Whether home is on the screen, which starts no daemon: it shows a running one's work, or counts the list.
        var isPeeking = false
        var orders: [DownloadOrder] = []
        var isClosed = false
        var hasEnded = false
    }

    /// The time at the end for unsent orders.
    private static let patience = HostTime.seconds(2)

    private let host: DownloadHost
    private let covers: DownloadCovers
    private let wakeUp: WakeUp
    private let shared = Monitor(State())
    private let bell = Doorbell()
    private var thread: WorkerThread?
    private var watched: [DownloadID]?
    private var isPeeking = false

    package init(_ host: DownloadHost, covers: DownloadCovers, wakeUp: WakeUp) {
        self.host = host
        self.covers = covers
        self.wakeUp = wakeUp
    }

    package var wakeUps: [WakeUp] { [wakeUp] }

    package func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] {
        guard isSignalled else { return [] }
        var actions: [AppAction] = []
        let new = shared.withLock { $0.downloads }
        if new.number != loop.state.downloads.state.number { actions.append(.downloads(new)) }
        let cover = covers.newest
        if cover != loop.state.downloads.cover { actions.append(.downloadCover(cover)) }
        return actions
    }

    package func follow(_ state: AppState) {
        covers.show(state.downloadCoverWish)
        let wanted = state.watchedDownloads
        let peeks = state.peeksAtDownloads
        guard wanted != watched || peeks != isPeeking else { return }
        (watched, isPeeking) = (wanted, peeks)
        shared.withLock { ($0.watched, $0.isPeeking) = (wanted, peeks) }
        wake()
    }

    package func perform(_ effect: Effect, _ loop: UILoop) -> Bool {
        guard case .downloads(let order) = effect else { return false }
        shared.withLock { $0.orders.append(order) }
        wake()
        return true
    }

    private func wake() {
        if thread == nil {
            let (shared, host, bell, wakeUp) = (shared, host, bell, wakeUp)
            thread = WorkerThread(name: "dl-screen") { Self.run(shared, DownloadLink(host), bell, wakeUp) }
        }
        bell.ring()
    }

    /// Sends the pending orders and stops. Does not wait for a daemon that does not answer.
    package func close() {
        covers.close()
        guard let thread else { return }
        shared.withLock { state in
            state.watched = nil
            state.isClosed = true
        }
        bell.ring()
        let hasEnded = shared.wait(until: SystemClock().now + Self.patience) { $0.hasEnded ? true : nil } ?? false
        if hasEnded { thread.join() } else { thread.detach() }
        self.thread = nil
    }

    // MARK: The thread

    private static func run(_ shared: Monitor<State>, _ link: DownloadLink, _ bell: Doorbell, _ wakeUp: WakeUp) {
        var seen: UInt64 = 0
        var downloads = DownloadsState()
        while true {
            let work = shared.withLock { state in
                defer { state.orders = [] }
                return state
            }
            if work.orders.isEmpty, work.isClosed { return shared.update { $0.hasEnded = true } }
            let before = downloads
            for order in work.orders { link.perform(order, &downloads) }
            if work.watched != nil || !work.orders.isEmpty, !work.isClosed {
                link.look(work.watched ?? [], &downloads)
            } else if work.isPeeking, !work.isClosed {
                link.peek(&downloads)
            }
            if downloads != before {
                downloads.number += 1
                let news = downloads
                shared.withLock { $0.downloads = news }
                wakeUp.signal()
            }
            seen = bell.wait(after: seen, until: next(work, downloads))
        }
    }

    private static func next(_ work: State, _ downloads: DownloadsState) -> HostTime? {
        if work.isPeeking, work.watched == nil, !work.isClosed { return SystemClock().now + idlePeriod }
        guard let watched = work.watched, !work.isClosed else { return nil }
        if case .failed = downloads.phase { return SystemClock().now + failurePeriod }
        return SystemClock().now + (watched.isEmpty ? idlePeriod : period)
    }
}
