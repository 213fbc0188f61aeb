package import PlayCore
package import PlaybackModel
package import Playlists

/// Main thread; no call waits. The loop polls: it needs a command's number and the newest snapshot at once.
package protocol PlayerControl: AnyObject {
    /// - Returns: the number under which the snapshot reports the answer, or 0 if there is no engine.
    @discardableResult
    func send(_ command: PlaybackCommand) -> Int

    /// The newest state. It belongs to the new session as soon as ``PlaylistControl/move(by:)`` or
    /// ``PlaylistControl/restart()`` returns.
    var snapshot: PlaybackSnapshot { get }

    /// Signalled after the snapshot has changed.
    var wakeUp: WakeUp { get }

    /// When to poll the snapshot without a signal, or `nil`.
    var nextDeadline: HostTime? { get }
}

extension PlayerControl {
    package var nextDeadline: HostTime? { nil }
}

package enum ListChange: Sendable, Equatable {
    case none
    /// The items or their order changed. The current item continues.
    case changed
    /// Another item plays, or none.
    case began
    case ended
}

/// Main thread. The loop polls, since its reaction depends on whether there is a next item.
package protocol PlaylistControl: CommandTarget {
    var position: PlaylistPosition { get }

    var contents: PlaylistContents { get }

    /// Called after each command and after the player's wake-up.
    func takeChange() -> ListChange

    /// Ends the item. Nothing plays until the viewer chooses an item of the list.
    func stop(keepsList: Bool)

    func play(_ videos: [Video], at index: Int)

    /// Starts the item that many places further. Returns `false`, with nothing changed, if there is none.
    func move(by step: Int) -> Bool

    /// Starts the item with this index, from 0. Returns `false`, with nothing changed, if there is none.
    func move(to index: Int) -> Bool

    func restart()
}

extension PlaylistControl {
    package func run(_ command: PlayerCommand, answer: @escaping (CommandAnswer) -> Void) {
        answer(.failure(.notAvailable(command.name)))
    }

    /// Numbers only, because the items have no names.
    package var contents: PlaylistContents {
        PlaylistContents(locations: (0..<position.count).map { "\($0 + 1)" }, index: position.index)
    }

    package func takeChange() -> ListChange { .none }

    package func stop(keepsList: Bool) {}

    package func play(_ videos: [Video], at index: Int) {}

    package func move(to index: Int) -> Bool { move(by: index - (position.index ?? 0)) }
}
