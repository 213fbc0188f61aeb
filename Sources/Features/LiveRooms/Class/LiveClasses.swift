package import ClassRules
package import PlayCore

/// The class that is attended, if one is that is live: what the screen has to do with it. Main thread.
package final class LiveClasses: LiveClassControl {
    package let wakeUp = WakeUp()
    private let services: LiveServices
    private var current: LiveClass?

    package init(_ services: LiveServices) { self.services = services }

    /// Enters; the class before is left.
    ///
    /// - Parameter panes: signalled when there is something for the panes.
    /// - Returns: what the panes show.
    package func enter(_ entry: LiveEntry, panes: WakeUp) -> LiveContents {
        current?.close()
        let new = LiveClass(entry, services, wakeUps: [wakeUp, panes])
        current = new
        return new.contents
    }

    package func leave() {
        current?.close()
        current = nil
        wakeUp.signal()
    }

    // MARK: LiveClassControl

    package var view: LiveClassView? { current?.view }

    package func nextDeadline(at now: HostTime) -> HostTime? { nil }

    package func perform(_ order: LiveOrder) { current?.perform(order) }

    package func takeNews() -> [LiveNews] { current?.takeNews() ?? [] }

    package func close() { leave() }
}
