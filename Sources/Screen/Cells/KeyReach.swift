package import PlayCore

/// The keys with modifiers that a terminal is known to send. Keys without modifiers always arrive.
package struct KeyReach: OptionSet, Sendable, Equatable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Shift or Ctrl with arrows, Home, End and function keys.
    package static let arrows = KeyReach(rawValue: 1)
    /// Shift with the page keys, which many terminals use to scroll.
    package static let pages = KeyReach(rawValue: 2)
    package static let alt = KeyReach(rawValue: 4)
    /// Ctrl with a character other than a letter, by xterm's modifyOtherKeys.
    package static let others = KeyReach(rawValue: 8)
    /// Shift or Ctrl with Backspace, Enter and the like: by kitty's protocol.
    package static let edits = KeyReach(rawValue: 16)
    package static let all: KeyReach = [.arrows, .pages, .alt, .others, .edits]

    package func contains(_ key: KeyPress) -> Bool {
        if key.modifiers.isEmpty { return true }
        switch key.key {
        case .character(let character):
            if key.modifiers == .alt { return contains(.alt) }
            let isLetter = character.isASCII && character.isLowercase
            return key.modifiers == .control && isLetter || contains(.others)
        case .tab: return key.modifiers == .shift || contains(.edits)
        case .up, .down, .left, .right, .home, .end, .function: return contains(.arrows)
        case .pageUp, .pageDown: return contains(.pages)
        case .enter, .escape, .backspace, .delete, .insert: return contains(.edits)
        }
    }
}
