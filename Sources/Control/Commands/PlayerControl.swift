package import Lists
package import PlayCore
package import PlaybackModel

/// The session that plays now, as the main loop sees it. Called on the main thread; nothing here waits.
///
/// It is asked and not listened to: the loop needs the number of a command, and the newest snapshot, at once.
package protocol PlayerControl: AnyObject {
    /// - Returns: the number under which the snapshot says that it has been answered; 0: no engine was asked.
    @discardableResult
    func send(_ command: PlaybackCommand) -> Int

    /// The newest state. After ``PlaylistControl/move(by:)`` or ``PlaylistControl/restart()`` returned it is the new
    /// session's, never the old one's.
    var snapshot: PlaybackSnapshot { get }

    /// Signalled when the snapshot changed.
    var wakeUp: WakeUp { get }

    /// When to ask for the snapshot again though nothing was signalled; nil: there is no need.
    var nextDeadline: HostTime? { get }
}

extension PlayerControl {
    package var nextDeadline: HostTime? { nil }
}

/// What became of the list of items since one asked last.
package enum ListChange: Sendable, Equatable {
    case none
    /// Other items, or another order; what plays plays on.
    case changed
    /// Another item plays, or none any more.
    case began
    /// What played was taken out, and nothing is left.
    case ended
}

/// The list of items. Called on the main thread.
///
/// It is asked and not listened to: whether there is a next item decides what the loop does then.
package protocol PlaylistControl: CommandTarget {
    var position: PlaylistPosition { get }

    /// The items in their order.
    var contents: PlaylistContents { get }

    /// Asked after each command and when the player's wake-up was signalled.
    func takeChange() -> ListChange

    /// Ends the item; nothing plays until one of the list is chosen.
    func stop(keepsList: Bool)

    /// Others take the place of the list; the one with this index plays.
    func play(_ videos: [Video], at index: Int)

    /// Starts the item so many places further; false when there is none, and nothing changes.
    func move(by step: Int) -> Bool

    /// Starts the item with this index, from 0; false when there is none, and nothing changes.
    func move(to index: Int) -> Bool

    /// Sets the item up anew (after a failure).
    func restart()
}

extension PlaylistControl {
    /// Nothing of all that.
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
