package import Cells
package import PlayCore
import ScreenKit

/// A part of the class page with a height of its own on the screen: the panes, a field, a question.
///
/// An event passes from the highest part down until one handles it. The root decides the heights, because parts of
/// other pages lie between them.
package protocol ClassPart {
    /// The other functions are called only while the part is open.
    static func isOpen(_ screen: ClassScreen) -> Bool

    /// Returns whether characters are text now, so that full-width characters are not converted.
    static func takesText(_ screen: ClassScreen) -> Bool

    /// Returns `nil` to pass the key on, as do the next two functions.
    static func press(
        _ key: KeyPress, in screen: inout ClassScreen, _ context: ClassContext, at now: HostTime
    ) -> ClassScreen.Consequences?

    static func paste(
        _ text: String, in screen: inout ClassScreen, _ context: ClassContext, at now: HostTime
    ) -> ClassScreen.Consequences?

    static func point(
        _ event: MouseEvent, in screen: inout ClassScreen, _ context: ClassContext, at now: HostTime
    ) -> ClassScreen.Consequences?

    static func draw(_ screen: ClassScreen, _ context: ClassContext, on canvas: inout CellBuffer, at now: HostTime)

    /// Returns the next time at which the part changes without an event.
    static func nextChange(_ screen: ClassScreen, after now: HostTime) -> HostTime?
}

extension ClassPart {
    package static func takesText(_ screen: ClassScreen) -> Bool { false }

    package static func press(
        _ key: KeyPress, in screen: inout ClassScreen, _ context: ClassContext, at now: HostTime
    ) -> ClassScreen.Consequences? { nil }

    package static func paste(
        _ text: String, in screen: inout ClassScreen, _ context: ClassContext, at now: HostTime
    ) -> ClassScreen.Consequences? { nil }

    package static func point(
        _ event: MouseEvent, in screen: inout ClassScreen, _ context: ClassContext, at now: HostTime
    ) -> ClassScreen.Consequences? { nil }

    package static func draw(
        _ screen: ClassScreen, _ context: ClassContext, on canvas: inout CellBuffer, at now: HostTime
    ) {}

    package static func nextChange(_ screen: ClassScreen, after now: HostTime) -> HostTime? { nil }
}
