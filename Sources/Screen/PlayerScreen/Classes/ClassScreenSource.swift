package import ClassPlayback
import Classes
package import Options
package import PlayCore
import PlaybackModel
package import TUI

/// The attended class, or the chat beside the playing video. Main thread.
package final class ClassScreenSource: LoopSource {
    private let coordinator: ClassCoordinator
    private let clock: any HostClock
    private let item: () -> PlayItem?
    /// The ``UILoop/snapshotCount`` of the snapshot that was reported last.
    private var told = 0
    package let wakeUps: [WakeUp]

    package init(
        _ coordinator: ClassCoordinator, clock: any HostClock = SystemClock(), wakeUp: WakeUp,
        item: @escaping () -> PlayItem?
    ) {
        self.coordinator = coordinator
        self.clock = clock
        self.item = item
        wakeUps = [wakeUp]
    }

    package var nextDeadline: HostTime? { coordinator.nextDeadline(at: clock.now) }

    package func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] {
        if loop.snapshotCount != told {
            told = loop.snapshotCount
            coordinator.playingChanged(loop.state.item.playback.reported, at: clock.now)
        }
        coordinator.follow(loop.state.snapshot.clock, at: clock.now)
        let view = coordinator.view
        return (view.number == loop.state.room?.view.number ?? 0 ? [] : [.room(view)]) + newChats(loop)
    }

    private func newChats(_ loop: UILoop) -> [AppAction] {
        coordinator.chats.number == loop.state.chats.number ? [] : [.chats(coordinator.chats)]
    }

    package func itemBegan(_ loop: UILoop) -> [AppAction] {
        let item = item()
        let chat = item?.options.chatFile.map { ChatFile(location: $0, offset: item?.options.chatOffset) }
        coordinator.itemChanged(item?.path, chat: chat)
        return newChats(loop)
    }

    package func perform(_ effect: Effect, _ loop: UILoop) -> Bool {
        guard case .room(let order) = effect else { return false }
        coordinator.perform(order)
        return true
    }

    package func close() { coordinator.close() }
}
