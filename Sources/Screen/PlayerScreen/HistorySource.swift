package import History
package import ListPlayer
package import PlayCore
package import TUI

/// The history of playback for the lists of the screen. Main thread.
package final class HistorySource: LoopSource {
    private let reader: HistoryReader
    package let wakeUps: [WakeUp]

    package init(_ memory: PlayerMemory, policy: ResumePolicy, wakeUp: WakeUp) {
        reader = HistoryReader(memory, policy: policy, wakeUp: wakeUp)
        wakeUps = [wakeUp]
    }

    package func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] {
        guard isSignalled else { return [] }
        let list = reader.list
        return list.number == loop.state.history.number ? [] : [.history(list)]
    }

    package func perform(_ effect: Effect, _ loop: UILoop) -> Bool {
        switch effect {
        case .readHistory: reader.refresh()
        case .forget(let change): reader.perform(change)
        case .playRemembered(let location, let position?), .attendRemembered(let location, let position?):
            reader.start(location, at: position)
        default: return false
        }
        return true
    }

    package func close() { reader.close() }
}
