import PlayCore
package import RoomPlayback
package import TUI

/// The page behind an advert: a program opens it, or, where that would be on another machine than the viewer's, its
/// address is shown and copied. Main thread.
package final class AdvertPages: LoopSource {
    /// As long as reading an address takes.
    private static let reading = HostTime.seconds(15)

    /// Nil: addresses are shown.
    private let programs: RoomPrograms?

    package init(_ programs: RoomPrograms?) { self.programs = programs }

    package func perform(_ effect: Effect, _ loop: UILoop) -> Bool {
        guard case .learnMore(let address) = effect else { return false }
        let now = SystemClock().now
        var message = Message(programs?.open(address) ?? address, outlivesItem: true, at: now)
        if programs == nil {
            message.until = now + Self.reading
            loop.perform(.copy(address))
        }
        loop.configure { $0.message = message }
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
