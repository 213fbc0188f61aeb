import Cells
import PlayCore
import ScreenKit

/// The behaviour of one layer: a page, a panel, a field, or the picture at the bottom.
///
/// An event passes down the stack until a layer handles it. The screen is drawn from the bottom to the top. The
/// behaviour is static: it may change any part of the state, including the stack and its own value in ``Layer``.
protocol ScreenLayer {
    static var isOpaque: Bool { get }

    /// Returns whether characters are text now, so that full-width characters are not converted.
    static func takesText(_ state: AppState) -> Bool

    /// Returns `nil` to pass the key to the layer below, as do the next two functions.
    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]?

    static func paste(_ text: String, in state: inout AppState, at now: HostTime) -> [Effect]?

    static func point(_ event: MouseEvent, in state: inout AppState, at now: HostTime) -> [Effect]?

    static func draw(_ state: AppState, _ geometry: ScreenGeometry, on canvas: inout Canvas, at now: HostTime)

    /// Adds the times at which the layer changes without an event.
    static func foresee(_ state: AppState, _ next: inout NextChange)

    /// Follows a change of playback: the layer leaves the stack, or stays.
    static func follow(_ turn: PlayTurn, in state: inout AppState, at now: HostTime)
}

enum PlayTurn {
    /// The item failed, or the player has a question. Its page needs the screen.
    case interruption
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

struct NextChange {
    let now: HostTime
    private(set) var time: HostTime?

    init(after now: HostTime) { self.now = now }

    mutating func note(_ time: HostTime?) {
        if let time, time > now { self.time = HostTime.earlier(self.time, time) }
    }
}

struct Canvas {
    /// The whole terminal; transparent where the picture is.
    var cells: CellBuffer
    var showsPicture = false
    var showsSlide = false
    var links: [DrawnLink] = []
}
