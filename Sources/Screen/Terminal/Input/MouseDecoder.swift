import Cells
import PlayCore

/// Mouse reports: SGR (1006), urxvt (1015) and X10 codes.
struct MouseDecoder {
    /// Kept because X10 reports do not name the released button.
    private var held = MouseEvent.Button.left

    /// - Parameters:
    ///   - code: button and modifier bits, without X10's offset of 32.
    ///   - column: from 1, as the terminal counts; `row` likewise.
    /// - Returns: the event, or `nil` if it is not supported (a sideways wheel).
    mutating func event(code: Int, column: Int, row: Int, isRelease: Bool) -> MouseEvent? {
        guard let kind = kind(code, isRelease: isRelease) else { return nil }
        var modifiers: KeyPress.Modifiers = []
        if code & 4 != 0 { modifiers.insert(.shift) }
        if code & 8 != 0 { modifiers.insert(.alt) }
        if code & 16 != 0 { modifiers.insert(.control) }
        return MouseEvent(kind, column: max(0, column - 1), row: max(0, row - 1), modifiers: modifiers)
    }

    private mutating func kind(_ code: Int, isRelease: Bool) -> MouseEvent.Kind? {
        let low = code & 3
        if code & 64 != 0 {
            guard !isRelease, code & 128 == 0 else { return nil }
            return low == 0 ? .wheelUp : low == 1 ? .wheelDown : nil
        }
        guard let button = button(code) else {
            guard code & 128 == 0 else { return nil }
            return code & 32 != 0 ? .move : .release(held)
        }
        if code & 32 != 0 { return .drag(button) }
        if isRelease { return .release(button) }
        held = button
        return .press(button)
    }

    private func button(_ code: Int) -> MouseEvent.Button? {
        if code & 128 != 0 { return [.back, .forward, nil, nil][code & 3] }
        return [.left, .middle, .right, nil][code & 3]
    }
}
