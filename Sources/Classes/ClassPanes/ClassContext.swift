package import ClassRules
package import Classes
package import PlayCore
package import ScreenKit
package import SlidePictures

/// The facts about the player and the screen on which the panes of a class depend.
package struct ClassContext: Sendable {
    package let terminal: TerminalTraits
    /// The height of the player's bar, or `nil` if it is never shown.
    package let barHeight: Int?
    /// Whether the picture has the whole screen.
    package internal(set) var isFullScreen: Bool
    /// Whether there is an item to return to.
    package let hasItem: Bool
    /// Whether the item has failed.
    package let hasFailed: Bool
    /// Whether keys have their default meaning.
    package let usesDefaults: Bool
    /// Whether the chat flies over the picture.
    package let hasDanmaku: Bool
    /// The title of the item, for a class without one. Only for drawing.
    package var title = ""
    /// The row of messages and fields. Only for drawing.
    package var messageRow = 0

    package init(
        _ terminal: TerminalTraits, barHeight: Int?, isFullScreen: Bool, hasItem: Bool, hasFailed: Bool,
        usesDefaults: Bool, hasDanmaku: Bool
    ) {
        (self.terminal, self.barHeight, self.isFullScreen) = (terminal, barHeight, isFullScreen)
        (self.hasItem, self.hasFailed) = (hasItem, hasFailed)
        (self.usesDefaults, self.hasDanmaku) = (usesDefaults, hasDanmaku)
    }

    var glyphs: Glyphs { Glyphs(isASCII: terminal.isASCII) }
}

package enum ClassPageOrder: Sendable, Equatable {
    case room(ClassOrder)
    case live(LiveOrder)
    case ownMedia(OwnMediaOrder)
    case slides(SlideOrder)
    /// Opens a list, with a row selected if the list has it.
    case open(ClassList, selecting: ClassChoice?)
    case closeLists
    case seek(to: MediaTime)
    /// Plays the item of the list at this location.
    case playPart(location: String)
    case cycleScaling
    case togglePause
    case toggleStatistics
    case leaveFullScreen
    case retry
    case ring
    case copy(String)
    case completePath(String)
    /// Removes the message with this text.
    case withdraw(String)
    /// Leaves to the page from which the class was opened, else out of the program.
    case leave
}

/// The lists that a class opens over its panes.
package enum ClassList: Sendable, Hashable {
    case links, wholeText, personActions, documents, captureDevices
}

/// The identity of a row in a list of the class.
package enum ClassChoice: Sendable, Hashable {
    case link(String)
    case textLine(Int)
    case person(PersonAction)
    /// By ID.
    case document(String)
    /// A capture device by its address.
    case captureDevice(OwnMediaOrder.Device, String)
    /// A row that gives the reason for an empty list.
    case nothing
}

extension ClassScreen {
    package typealias Consequences = [Consequence<ClassPageOrder>]
    package typealias Row = ListRow<ClassChoice>
}

extension Consequence where Order == ClassPageOrder {
    static func room(_ order: ClassOrder) -> Self { .order(.room(order)) }
    static func live(_ order: LiveOrder) -> Self { .order(.live(order)) }
    static func wish(_ wish: ClassWish) -> Self { .order(.live(.wish(wish))) }
    static func ownMedia(_ order: OwnMediaOrder) -> Self { .order(.ownMedia(order)) }
    static func open(_ list: ClassList, selecting choice: ClassChoice? = nil) -> Self {
        .order(.open(list, selecting: choice))
    }
}
