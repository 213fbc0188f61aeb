package import Cells
package import Commands
package import Lists
package import PlayCore
package import PlaybackModel

/// The session that plays now, as the UI loop sees it. Called on the main thread; nothing here waits.
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

/// Where pictures come from, as cells. Called on the main thread; nothing here waits.
package protocol PictureSource: AnyObject {
    /// The newest picture, for the pane that was set last; nil when none came since.
    func takeNewest() -> CellBuffer?

    /// The room for pictures, told anew when the terminal's colours change; 0 × 0 when there is none (too small a terminal, a page instead of the picture).
    func setPane(columns: Int, rows: Int, cellAspect: Double)

    /// Signalled when a picture came.
    var wakeUp: WakeUp { get }

    /// Where the picture that was taken last is in its item; nil when there was none.
    var takenTime: MediaTime? { get }

    /// Pictures are cells; false: images that only the terminal can show.
    var areCells: Bool { get }

    /// Pictures that a newer one replaced before they were taken.
    var droppedCount: Int { get }
}

extension PictureSource {
    package var areCells: Bool { true }
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
package protocol PlaylistControl: CommandTarget {
    var position: PlaylistPosition { get }

    /// The items in their order.
    var facts: PlaylistContents { get }

    /// Asked after each command and when the player's wake-up was signalled.
    func takeChange() -> ListChange

    /// Ends the item; nothing plays until one of the list is chosen.
    func stop(keepsList: Bool)

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
    package var facts: PlaylistContents {
        PlaylistContents(locations: (0..<position.count).map { "\($0 + 1)" }, index: position.index)
    }

    package func takeChange() -> ListChange { .none }

    package func stop(keepsList: Bool) {}

    package func move(to index: Int) -> Bool { move(by: index - (position.index ?? 0)) }
}

/// How the loop ended.
package enum UIOutcome: Sendable, Equatable {
    /// The viewer left.
    case quit
    /// The last item is over.
    case finished
    case terminated(signal: Int32)
    /// The terminal hung up.
    case inputClosed
}
