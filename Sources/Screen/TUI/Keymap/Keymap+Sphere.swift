import Cells
import PlayCore
import ScreenKit

extension Keymap {
    private static let looking = Group(
        title: trMark("360° video"),
        entries: [
            Entry(
                trMark("look left or right"), Binding([KeyPress(.left)], .view(.look(pan: -10, tilt: 0))),
                Binding([KeyPress(.right)], .view(.look(pan: 10, tilt: 0)))),
            Entry(
                trMark("look down or up"), Binding([KeyPress(.down)], .view(.look(pan: 0, tilt: -10))),
                Binding([KeyPress(.up)], .view(.look(pan: 0, tilt: 10)))),
            Entry(
                trMark("widen or narrow the view"), Binding([KeyPress(.character("-"))], .view(.sphereZoom(-1))),
                Binding([KeyPress(.character("+"))], .view(.sphereZoom(1)))),
            Entry(trMark("look straight ahead"), Binding([KeyPress(.home)], .view(.lookAhead))),
            Entry(trMark("two views, for goggles"), Binding([KeyPress(.character("v"))], .view(.toggleGoggles))),
        ])

    /// The keys for looking around, then the player's.
    package static let sphere = Keymap([looking] + player.groups)

    static let sphereKeys = Keymap([looking])
}
