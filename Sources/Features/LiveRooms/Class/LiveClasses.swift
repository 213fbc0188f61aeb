import Addresses
package import ClassRules
package import PlayCore
import Rooms

/// The class that is attended, if one is that is live: what the screen has to do with it. Main thread.
package final class LiveClasses: LiveClassControl {
    package let wakeUp = WakeUp()
    private let services: LiveServices
    private var current: LiveClass?
    /// Of the classes that were left.
    private var leftRecordings: [String] = []

    package init(_ services: LiveServices) { self.services = services }

    /// Enters; the class before is left.
    ///
    /// - Parameter panes: signalled when there is something for the panes.
    /// - Returns: what the panes show.
    package func enter(_ entry: LiveEntry, panes: WakeUp) -> LiveContents {
        leaveCurrent()
        let new = LiveClass(entry, services, wakeUps: [wakeUp, panes])
        current = new
        return new.contents
    }

    package func leave() {
        leaveCurrent()
        wakeUp.signal()
    }

    private func leaveCurrent() {
        leftRecordings = recordings
        current?.close()
        current = nil
    }

    /// Web addresses at which recordings of the classes that were attended can be watched; otherwise unverified. The class
    /// that is attended now counts: the program may end before it is left.
    package var recordings: [String] {
        leftRecordings + (current?.view.live.recordings ?? []).filter { Address($0)?.isHTTP == true }
    }

    // MARK: LiveClassControl

    package var view: LiveClassView? { current?.view }

    package func nextDeadline(at now: HostTime) -> HostTime? { nil }

    package func perform(_ order: LiveOrder) { current?.perform(order) }

    package func takeNews() -> [LiveNews] { current?.takeNews() ?? [] }

    package func close() { leave() }
}
