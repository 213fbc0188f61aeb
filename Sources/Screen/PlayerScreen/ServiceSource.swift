import Catalogue
package import ListPlayer
package import PlayCore
package import TUI

/// The functions of the current item's service, apart from playback. Main thread.
package final class ServiceSource: LoopSource {
    private let services: ItemServices
    package let wakeUps: [WakeUp]

    package init(_ services: ItemServices, wakeUp: WakeUp) {
        self.services = services
        wakeUps = [wakeUp]
    }

    package func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] { isSignalled ? newState(loop) : [] }

    /// Cancels reading for the previous item, but not sending.
    package func itemBegan(_ loop: UILoop) -> [AppAction] {
        services.itemChanged()
        return newState(loop)
    }

    private func newState(_ loop: UILoop) -> [AppAction] {
        let state = services.state
        return state.number == loop.state.services.number ? [] : [.services(state)]
    }

    package func perform(_ effect: Effect, _ loop: UILoop) -> Bool {
        guard case .service(let order) = effect else { return false }
        services.perform(order)
        return true
    }

    package func close() { services.close() }
}
