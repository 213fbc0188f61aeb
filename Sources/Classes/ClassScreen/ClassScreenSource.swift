import ClassPanes
import ClassPlayback
import Classes
import Options
import PlayCore
import PlaybackModel
import TUI

/// The attended class, or the chat beside the playing video. Main thread.
final class ClassScreenSource: LoopSource {
    private let coordinator: ClassCoordinator
    private let clock: any HostClock
    private let item: () -> PlayItem?
    /// The last reported ``UILoop/snapshotCount``.
    private var told = 0
    let wakeUps: [WakeUp]

    init(
        _ coordinator: ClassCoordinator, clock: any HostClock = SystemClock(), wakeUp: WakeUp,
        item: @escaping () -> PlayItem?
    ) {
        self.coordinator = coordinator
        self.clock = clock
        self.item = item
        wakeUps = [wakeUp]
    }

    var nextDeadline: HostTime? { coordinator.nextDeadline(at: clock.now) }

    func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] {
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

    func itemBegan(_ loop: UILoop) -> [AppAction] {
        let item = item()
        let chat = item?.options.chatFile.map { ChatFile(location: $0, offset: item?.options.chatOffset) }
        coordinator.itemChanged(item?.path, chat: chat)
        return newChats(loop)
    }

    func perform(_ effect: Effect, _ loop: UILoop) -> Bool {
        guard case .room(let order) = effect else { return false }
        coordinator.perform(order)
        return true
    }

    func close() { coordinator.close() }
}
