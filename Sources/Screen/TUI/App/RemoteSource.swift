package import Commands
package import PlayCore
import ScreenKit

/// A remote control: a socket or the desktop. Its commands are handled as keys are.
package final class RemoteSource: LoopSource {
    private let service: any LoopService
    package private(set) var nextDeadline: HostTime?

    package init(_ service: any LoopService) { self.service = service }

    package var wakeUps: [WakeUp] { [service.wakeUp] }

    package func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] {
        nextDeadline = service.serve(loop, at: loop.clock.now)
        return []
    }

    func deliver(_ message: ClientMessage) -> Bool { service.deliver(message) }

    package func close() { service.close() }
}
