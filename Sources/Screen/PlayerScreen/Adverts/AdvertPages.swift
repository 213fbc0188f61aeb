import PlayCore
package import Processes
import ScreenKit
package import TUI

/// Opens the page behind an advert by a program; shows and copies the address if that fails or is remote. Main thread.
package final class AdvertPages: LoopSource {
    /// `nil` to show addresses instead of opening them.
    private let program: LinkProgram?

    package init(_ program: LinkProgram?) { self.program = program }

    package func perform(_ effect: Effect, _ loop: UILoop) -> Bool {
        guard case .learnMore(let address) = effect else { return false }
        guard let program else {
            show(address, loop)
            return true
        }
        say(program.open(address), .info, program, loop)
        return true
    }

    private func show(_ address: String, _ loop: UILoop) {
        loop.configure { $0.showAdvertPage(address) }
        loop.perform(.copy(address))
    }

    private func say(_ words: String, _ kind: Message.Kind, _ program: LinkProgram, _ loop: UILoop) {
        if let address = program.unopened { show(address, loop) }
        loop.configure {
            $0.message = Message(
                words, program.unopened == nil ? kind : .warning, outlivesItem: true, at: SystemClock().now)
        }
    }

    package func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] {
        if let program, let problem = program.reapEnded() { say(problem, .warning, program, loop) }
        return []
    }

}
