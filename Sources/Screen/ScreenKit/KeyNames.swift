import Cells
import PlayCore

extension KeyPress {
    /// Returns the name for the page of keys: `Space`, `Shift+←`, `Ctrl+l`.
    package func name(isASCII: Bool) -> String {
        var text = ""
        if modifiers.contains(.control) { text += "Ctrl+" }
        if modifiers.contains(.alt) { text += "Alt+" }
        if modifiers.contains(.shift) { text += "Shift+" }
        return text + key.name(isASCII: isASCII)
    }
}

extension KeyPress.Key {
    package func name(isASCII: Bool) -> String {
        switch self {
        case .character(" "): tr("Space")
        case .character(let character): String(character)
        case .enter: "Enter"
        case .escape: "Esc"
        case .tab: "Tab"
        case .backspace: tr("Backspace")
        case .delete: "Del"
        case .insert: "Ins"
        case .up: isASCII ? "Up" : "↑"
        case .down: isASCII ? "Down" : "↓"
        case .left: isASCII ? "Left" : "←"
        case .right: isASCII ? "Right" : "→"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        // The key with a menu symbol; no keyboard has a separate F16.
        case .function(16): tr("Menu")
        case .function(let number): "F\(number)"
        }
    }
}
