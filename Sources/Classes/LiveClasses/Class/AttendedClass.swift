import Addresses
package import ClassRules
import Classes
package import PlayCore

package final class AttendedClass: LiveClassControl {
    package let wakeUp = WakeUp()
    private let services: LiveServices
    private var current: LiveClass?
    private var leftRecordings: [String] = []

    package init(_ services: LiveServices) { self.services = services }

    /// Also leaves the current class. Signals `panes` when the contents change.
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

    /// Web addresses, otherwise unverified. Includes the current class's recordings, because the program may end before
    /// it is left.
    package var recordings: [String] {
        leftRecordings + (current?.view.recordings ?? []).filter { Address($0)?.isHTTP == true }
    }

    // MARK: LiveClassControl

    package var view: LiveClassView? { current?.view }

    package func nextDeadline(at now: HostTime) -> HostTime? { nil }

    package func perform(_ order: LiveOrder) { current?.perform(order) }

    package func takeNews() -> [LiveNews] { current?.takeNews() ?? [] }

    package func close() { leave() }
}
