package import ClassRules
package import PlayCore
package import TUI

/// The class that is live, on the screen. It stands behind ``RoomScreenSource``, whose view it goes with. Main thread.
package final class LiveClassSource: LoopSource {
    private let control: any LiveClassControl
    private let clock: any HostClock
    package let wakeUps: [WakeUp]

    package init(_ control: any LiveClassControl, clock: any HostClock = SystemClock()) {
        self.control = control
        self.clock = clock
        wakeUps = [control.wakeUp]
    }

    package var nextDeadline: HostTime? { control.nextDeadline(at: clock.now) }

    package func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] {
        guard let room = loop.state.room else { return [] }
        let view = control.view
        let isNew = view?.number != room.live?.view.number
        return (isNew ? [.live(view)] : []) + control.takeNews().map { .liveNews($0) }
    }

    package func perform(_ effect: Effect, _ loop: UILoop) -> Bool {
        guard case .live(let order) = effect else { return false }
        control.perform(order)
        return true
    }

    package func close() { control.close() }
}
