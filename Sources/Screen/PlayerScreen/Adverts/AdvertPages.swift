import PlayCore
package import RoomPlayback
package import TUI

/// The page behind an advert: a program opens it, or, where that would be on another machine than the viewer's, its
/// address is shown and copied. Main thread.
package final class AdvertPages: LoopSource {
    /// Nil: addresses are shown.
    private let programs: RoomPrograms?

    package init(_ programs: RoomPrograms?) { self.programs = programs }

    package func perform(_ effect: Effect, _ loop: UILoop) -> Bool {
        guard case .learnMore(let address) = effect else { return false }
        guard let programs else {
            loop.configure { $0.showAdvertPage(address) }
            loop.perform(.copy(address))
            return true
        }
        let said = programs.open(address)
        loop.configure { $0.message = Message(said, outlivesItem: true, at: SystemClock().now) }
        return true
    }

    package func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] {
        if let problem = programs?.reapEnded() {
            loop.configure { $0.message = Message(problem, .warning, at: SystemClock().now) }
        }
        return []
    }

    package func close() { programs?.close() }
}
