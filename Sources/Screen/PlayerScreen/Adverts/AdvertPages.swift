package import ClassPlayback
import PlayCore
package import TUI

/// Opens the page behind an advert by a program. If that would run on another machine than the viewer's, or fails, the
/// address is shown and copied. Main thread.
package final class AdvertPages: LoopSource {
    /// The programs that open pages, or `nil` to show addresses instead.
    private let programs: ClassPrograms?

    package init(_ programs: ClassPrograms?) { self.programs = programs }

    package func perform(_ effect: Effect, _ loop: UILoop) -> Bool {
        guard case .learnMore(let address) = effect else { return false }
        guard let programs else {
            show(address, loop)
            return true
        }
        say(programs.open(address), .info, programs, loop)
        return true
    }

    private func show(_ address: String, _ loop: UILoop) {
        loop.configure { $0.showAdvertPage(address) }
        loop.perform(.copy(address))
    }

    private func say(_ words: String, _ kind: Message.Kind, _ programs: ClassPrograms, _ loop: UILoop) {
        if let address = programs.unopened { show(address, loop) }
        loop.configure {
            $0.message = Message(
                words, programs.unopened == nil ? kind : .warning, outlivesItem: true, at: SystemClock().now)
        }
    }

    package func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] {
        if let programs, let problem = programs.reapEnded() { say(problem, .warning, programs, loop) }
        return []
    }

    package func close() { programs?.close() }
}
