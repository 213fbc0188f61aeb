import Cells
import PlayCore

/// The behaviour of one layer of the screen: a page, a panel, a field, the picture at the bottom.
///
/// An event goes down the stack once; the first layer that handles it ends it. The screen is drawn up the same stack.
/// ``Layer`` carries the value that a layer needs only while it is open. Its behaviour is static: it may change any
/// part of the state, its own value and the stack included.
protocol ScreenLayer {
    /// Whether it hides all layers below.
    static var isOpaque: Bool { get }

    /// Returns whether characters are text now, so that full-width ones stay as they are.
    static func takesText(_ state: AppState) -> Bool

    /// Handles a key, or returns `nil` to pass it to the layer below.
    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]?

    /// Handles pasted text, or returns `nil` to pass it to the layer below.
    static func paste(_ text: String, in state: inout AppState, at now: HostTime) -> [Effect]?

    /// Handles a mouse event, or returns `nil` to pass it to the layer below.
    static func point(_ event: MouseEvent, in state: inout AppState, at now: HostTime) -> [Effect]?

    /// Draws the layer over those below.
    static func draw(_ state: AppState, _ geometry: ScreenGeometry, on canvas: inout Canvas, at now: HostTime)

    /// Notes the time at which it changes without an event.
    static func foresee(_ state: AppState, _ next: inout NextChange)

    /// Leaves the stack, or stays.
    static func follow(_ turn: PlayTurn, in state: inout AppState, at now: HostTime)
}

/// A turn in playback that ends some of the layers.
enum PlayTurn {
    /// A page of its own needs the screen: the item failed, or the player has a question.
    case interruption
    /// Another item starts.
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

/// The earliest of the instants after ``now``.
struct NextChange {
    let now: HostTime
    /// The earliest instant, or `nil` if there is none.
    private(set) var time: HostTime?

    init(after now: HostTime) { self.now = now }

    mutating func note(_ time: HostTime?) {
        if let time, time > now { self.time = HostTime.earlier(self.time, time) }
    }
}

/// The canvas of the layers.
struct Canvas {
    /// The cells of the whole terminal; transparent where the picture is.
    var cells: CellBuffer
    /// Whether the picture is visible in its pane.
    var showsPicture = false
    /// Whether the sliding pages of a feed are visible.
    var showsSlide = false
    var links: [DrawnLink] = []
}
