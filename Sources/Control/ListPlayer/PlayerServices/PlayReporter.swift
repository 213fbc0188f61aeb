package import Catalogue
package import PlayCore
package import Playback
package import PlaybackModel
import Playlists

/// Reports playback to the user's address. The thread `report` sends; callers never wait. Main thread.
///
/// Only network items are reported: paths of this machine are private.
package final class PlayReporter: SessionConsumer {
    private struct Inbox {
        /// The next report. A newer one replaces it.
        var next: PlayReport?
        var isClosed = false
    }

    /// Returns the screen, or `nil` without one.
    package var screen: () -> PlayReport.Screen? = { nil }
    /// The time of the next report, or `nil` if nothing to report plays.
    package private(set) var nextReport: HostTime?
    private let interval: HostTime
    private let customText: String?
    private let viewer: Viewer
    private let inbox = Monitor(Inbox())
    private let cancel = CancelToken()
    private let clock: any HostClock
    private var thread: WorkerThread?
    private var report: PlayReport?
    private var watched = WatchedTime()

    /// The patience with the last report at the end.
    private static let patience = HostTime.seconds(1)

    package init(
        to address: String, every interval: HostTime, _ viewer: Viewer, customText: String?,
        transport: any ServiceTransport, clock: any HostClock = SystemClock()
    ) {
        var settings = ReportSettings()
        settings.isEnabled = true
        settings.address = address
        self.interval = interval
        self.customText = customText
        self.viewer = viewer
        self.clock = clock
        thread = WorkerThread(name: "report") { [inbox, cancel, settings] in
            while let report = Self.next(inbox) { Self.send(report, settings, transport, cancel) }
        }
    }

    /// Sends pending reports, for a second at most, and ends the thread.
    package func close() {
        inbox.update { $0.isClosed = true }
        thread?.join(within: Self.patience, then: cancel)
        thread = nil
    }

    // MARK: SessionConsumer

    package func didAdvance(to session: PlaybackSession) {
        let location = session.video.sources[0].location
        report = nil
        nextReport = nil
        guard AddressText.isAddress(location) else { return }
        report = PlayReport(
            videoID: AddressText.shown(session.video.id), position: .zero, watched: .zero, customText: customText)
        report?.viewer = viewer
        watched = WatchedTime()
        nextReport = clock.now
    }

    package func session(_ session: PlaybackSession, didProgressTo reading: ClockReading, at now: HostTime) {
        let position = reading.position(at: now)
        report?.position = position
        watched.note(
            ClockReading(position: position, hostTime: now, rate: reading.rate, isRunning: reading.isRunning))
        report?.watched = watched.total
        report?.definitionKey = session.plan.options.selection?.definition?.definitionKey.rawValue
        guard let due = nextReport, now >= due else { return }
        nextReport = now + interval
        post()
    }

    package func session(_ session: PlaybackSession, didReceive event: LifecycleEvent, at position: MediaTime) {
        if case .playbackStalled = event { report?.stalls += 1 }
    }

    package func willDiscard(_ session: PlaybackSession, last snapshot: PlaybackSnapshot, at position: MediaTime) {
        guard report != nil, report?.watched != .zero else { return }
        report?.position = position
        post()
        report = nil
        nextReport = nil
    }

    private func post() {
        report?.screen = screen()
        let report = report
        inbox.update { $0.next = report }
    }

    // MARK: The thread

    /// Waits. Returns `nil` once the inbox is closed and everything is sent.
    private static func next(_ inbox: Monitor<Inbox>) -> PlayReport? {
        inbox.next { inbox in
            if let next = inbox.next {
                inbox.next = nil
                return .work(next)
            }
            return inbox.isClosed ? .end : .wait
        }
    }

    private static func send(
        _ report: PlayReport, _ settings: ReportSettings, _ transport: any ServiceTransport, _ cancel: CancelToken
    ) {
        guard let request = settings.request(report) else { return }
        do throws(CatalogueError) {
            _ = try transport.send(request, cancel: cancel)
        } catch {
            Log.shared.write(.info, "report", error.reason)
        }
    }
}
