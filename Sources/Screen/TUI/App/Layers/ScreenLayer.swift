import Cells
import PlayCore

/// What one layer of the screen does: a page, a panel, a field, the picture at the bottom.
///
/// An event goes down the stack once; the first layer that handles it ends it. The screen is drawn up the same stack.
/// What a layer needs only while it is open is the value that ``Layer`` carries. Its behaviour is static: it may change
/// any part of the state, its own value and the stack included.
protocol ScreenLayer {
    /// Nothing below it is to be seen.
    static var isOpaque: Bool { get }

    /// Whether characters are text now, so that full-width ones stay what they are.
    static func takesText(_ state: AppState) -> Bool

    /// Nil: the key goes to the layer below.
    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]?

    /// Nil: the text goes to the layer below.
    static func paste(_ text: String, in state: inout AppState, at now: HostTime) -> [Effect]?

    /// Nil: the event goes to the layer below.
    static func point(_ event: MouseEvent, in state: inout AppState, at now: HostTime) -> [Effect]?

    /// Over what the layers below have drawn.
    static func draw(_ state: AppState, _ geometry: ScreenGeometry, on canvas: inout Canvas, at now: HostTime)

    /// Notes when it looks different although nothing happens.
    static func foresee(_ state: AppState, _ next: inout NextChange)

    /// Leaves the stack, or stays.
    static func follow(_ turn: PlayTurn, in state: inout AppState, at now: HostTime)
}

/// A turn in playing that ends some of the layers.
enum PlayTurn {
    /// A page of its own needs the screen: the item failed, or the player has a question.
    case interruption
    /// Another item begins.
    case otherItem
}

extension ScreenLayer {
    static var isOpaque: Bool { false }

    static func takesText(_ state: AppState) -> Bool { false }

    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? { nil }

    static func paste(_ text: String, in state: inout AppState, at now: HostTime) -> [Effect]? { nil }

    static func point(_ event: MouseEvent, in state: inout AppState, at now: HostTime) -> [Effect]? { nil }

    static func draw(_ state: AppState, _ geometry: ScreenGeometry, on canvas: inout Canvas, at now: HostTime) {}

    static func foresee(_ state: AppState, _ next: inout NextChange) {}

    static func follow(_ turn: PlayTurn, in state: inout AppState, at now: HostTime) {}
}

/// The soonest of the instants after ``now``.
struct NextChange {
    let now: HostTime
    /// Nil: there is none.
    private(set) var time: HostTime?

    init(after now: HostTime) { self.now = now }

    mutating func note(_ time: HostTime?) {
        if let time, time > now { self.time = HostTime.earlier(self.time, time) }
    }
}

/// What the layers draw on.
struct Canvas {
    /// Covers the terminal; transparent where the picture is.
    var cells: CellBuffer
    /// The picture is to be seen in its pane.
    var showsPicture = false
    /// Nothing hides the pages of a feed that slide.
    var showsSlide = false
    var links: [DrawnLink] = []
}
