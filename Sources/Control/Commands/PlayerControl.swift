package import PlayCore
package import PlaybackModel
package import Playlists

/// Called on the main thread; no call waits. The loop polls instead of observing: it needs the number of a command, and
/// the newest snapshot, at once.
package protocol PlayerControl: AnyObject {
    /// - Returns: the number under which the snapshot reports the answer, or 0 if there is no engine.
    @discardableResult
    func send(_ command: PlaybackCommand) -> Int

    /// The newest state. After ``PlaylistControl/move(by:)`` or ``PlaylistControl/restart()`` has returned, it is the
    /// new session's, never the old one's.
    var snapshot: PlaybackSnapshot { get }

    /// Signalled after the snapshot has changed.
    var wakeUp: WakeUp { get }

    /// The time for the next query of the snapshot without a signal, or `nil` if none is needed.
    var nextDeadline: HostTime? { get }
}

extension PlayerControl {
    package var nextDeadline: HostTime? { nil }
}

/// The change of the list of items since the last query.
package enum ListChange: Sendable, Equatable {
    case none
    /// Other items, or another order; the current item continues.
    case changed
    /// Another item plays, or none.
    case began
    /// The current item was removed, and no item is left.
    case ended
}

/// Called on the main thread. The loop polls it: its reaction depends on whether there is a next item.
package protocol PlaylistControl: CommandTarget {
    var position: PlaylistPosition { get }

    var contents: PlaylistContents { get }

    /// Returns the change. Called after each command and when the player's wake-up was signalled.
    func takeChange() -> ListChange

    /// Ends the item; nothing plays until an item of the list is chosen.
    func stop(keepsList: Bool)

    func play(_ videos: [Video], at index: Int)

    /// Starts the item this many places further. Returns `false` without a change if there is none.
    func move(by step: Int) -> Bool

    /// Starts the item with this index, from 0. Returns `false` without a change if there is none.
    func move(to index: Int) -> Bool

    func restart()
}

extension PlaylistControl {
    package func run(_ command: PlayerCommand, answer: @escaping (CommandAnswer) -> Void) {
        answer(.failure(.notAvailable(command.name)))
    }

    /// Numbers, for a list whose items have no names.
    package var contents: PlaylistContents {
        PlaylistContents(locations: (0..<position.count).map { "\($0 + 1)" }, index: position.index)
    }

    package func takeChange() -> ListChange { .none }

    package func stop(keepsList: Bool) {}

    package func play(_ videos: [Video], at index: Int) {}

    package func move(to index: Int) -> Bool { move(by: index - (position.index ?? 0)) }
}
