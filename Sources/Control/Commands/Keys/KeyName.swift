package import PlayCore

package enum BoundKey: Sendable, Hashable {
    case key(KeyPress)
    case mouse(MouseKey, KeyPress.Modifiers)
    /// mpv knows the key, but no terminal sends it.
    case unreachable(String)
}

package enum MouseKey: String, Sendable, Hashable {
    case wheelUp = "WHEEL_UP"
    case wheelDown = "WHEEL_DOWN"
    case left = "MBTN_LEFT"
    case middle = "MBTN_MID"
    case right = "MBTN_RIGHT"
    case back = "MBTN_BACK"
    case forward = "MBTN_FORWARD"

    /// Accepts a press or a turn of the wheel.
    package init?(_ kind: MouseEvent.Kind) {
        switch kind {
        case .wheelUp: self = .wheelUp
        case .wheelDown: self = .wheelDown
        case .press(.left): self = .left
        case .press(.middle): self = .middle
        case .press(.right): self = .right
        case .press(.back): self = .back
        case .press(.forward): self = .forward
        case .release, .drag, .move: return nil
        }
    }
}

package enum KeyName {
    /// Parses one to four keys, `g-p`, `Ctrl+x`. Returns `nil` for invalid names.
    package static func sequence(_ text: String) -> [BoundKey]? {
        var keys: [BoundKey] = []
        for part in split(text) {
            guard let key = key(part) else { return nil }
            keys.append(key)
        }
        return (1...4).contains(keys.count) ? keys : nil
    }

    /// Splits at dashes. Where a key is expected, the first of two dashes is a key: `--x`, `Ctrl+--x`.
    private static func split(_ text: String) -> [String] {
        var parts: [String] = []
        var rest = Array(text)[...]
        while let dash = rest.firstIndex(of: "-"), dash + 1 < rest.endIndex {
            let isKey = dash == rest.startIndex || rest[dash - 1] == "+"
            let end = isKey && rest[dash + 1] == "-" ? dash + 1 : dash
            parts.append(String(rest[rest.startIndex..<end]))
            rest = rest[(end + 1)...]
        }
        if !rest.isEmpty { parts.append(String(rest)) }
        return parts
    }

    package static func key(_ text: String) -> BoundKey? {
        var modifiers: KeyPress.Modifiers = []
        var hasMeta = false
        var rest = text[...]
        while let plus = rest.dropFirst().firstIndex(of: "+"), rest.index(after: plus) < rest.endIndex {
            switch rest[..<plus].lowercased() {
            case "shift": modifiers.insert(.shift)
            case "ctrl": modifiers.insert(.control)
            case "alt": modifiers.insert(.alt)
            case "meta": hasMeta = true
            default: return nil
            }
            rest = rest[rest.index(after: plus)...]
        }
        guard let key = plain(String(rest)) else { return nil }
        if hasMeta { return .unreachable(text) }
        switch key {
        case .key(let press): return .key(normal(press.key, modifiers))
        case .mouse(let mouse, _): return .mouse(mouse, modifiers)
        case .unreachable: return .unreachable(text)
        }
    }

    /// Terminals apply Shift to characters, and do not report it for letters with Ctrl.
    private static func normal(_ key: KeyPress.Key, _ modifiers: KeyPress.Modifiers) -> KeyPress {
        guard case .character(let character) = key else { return KeyPress(key, modifiers) }
        if modifiers.contains(.control) { return KeyPress(.character(Character(character.lowercased())), modifiers) }
        guard modifiers.contains(.shift) else { return KeyPress(key, modifiers) }
        let upper = character.isASCII && character.isLetter ? Character(character.uppercased()) : character
        return KeyPress(.character(upper), modifiers.subtracting(.shift))
    }

    private static func plain(_ name: String) -> BoundKey? {
        if name.count == 1, let character = name.first { return .key(KeyPress(.character(character))) }
        let upper = name.uppercased()
        if let key = keys[upper] { return .key(KeyPress(key)) }
        if upper.hasPrefix("F"), let number = Int(upper.dropFirst()), (1...24).contains(number) {
            return .key(KeyPress(.function(number)))
        }
        if let mouse = MouseKey(rawValue: oldMouseNames[upper] ?? upper) { return .mouse(mouse, []) }
        if unreachable.contains(upper) || upper.hasPrefix("XF86") || upper.hasPrefix("GAMEPAD_") {
            return .unreachable(name)
        }
        if upper.hasPrefix("0X"), let code = UInt32(upper.dropFirst(2), radix: 16), let scalar = UnicodeScalar(code) {
            return .key(KeyPress(.character(Character(scalar))))
        }
        return nil
    }

    private static let keys: [String: KeyPress.Key] = [
        "SPACE": .character(" "), "SHARP": .character("#"), "PLUS": .character("+"),
        "IDEOGRAPHIC_SPACE": .character("\u{3000}"), "ENTER": .enter, "KP_ENTER": .enter, "TAB": .tab,
        "BS": .backspace, "DEL": .delete, "KP_DEL": .delete, "INS": .insert, "KP_INS": .insert, "HOME": .home,
        "KP_HOME": .home, "END": .end, "KP_END": .end, "PGUP": .pageUp, "KP_PGUP": .pageUp, "PGDWN": .pageDown,
        "KP_PGDWN": .pageDown, "ESC": .escape, "RIGHT": .right, "LEFT": .left, "UP": .up, "DOWN": .down,
        "KP_RIGHT": .right, "KP_LEFT": .left, "KP_UP": .up, "KP_DOWN": .down,
    ]

    private static let oldMouseNames = [
        "AXIS_UP": "WHEEL_UP", "AXIS_DOWN": "WHEEL_DOWN", "MOUSE_BTN0": "MBTN_LEFT", "MOUSE_BTN1": "MBTN_MID",
        "MOUSE_BTN2": "MBTN_RIGHT", "MOUSE_BTN3": "WHEEL_UP", "MOUSE_BTN4": "WHEEL_DOWN",
    ]

    private static let unreachable: Set<String> = Set(
        (0...9).map { "KP\($0)" } + (5...19).map { "MOUSE_BTN\($0)" }
            + [
                "KP_DEC", "KP_BEGIN", "KP_ADD", "KP_SUBTRACT", "KP_MULTIPLY", "KP_DIVIDE", "WHEEL_LEFT", "WHEEL_RIGHT",
                "AXIS_LEFT", "AXIS_RIGHT", "MBTN_LEFT_DBL", "MBTN_MID_DBL", "MBTN_RIGHT_DBL", "MOUSE_BTN0_DBL", "MBTN9",
                "MOUSE_MOVE", "MOUSE_ENTER",
                "MOUSE_LEAVE", "CLOSE_WIN", "PRINT", "MENU", "POWER", "PLAY", "PAUSE", "PLAYPAUSE", "PLAYONLY",
                "PAUSEONLY",
                "STOP", "FORWARD", "REWIND", "NEXT", "PREV", "VOLUME_UP", "VOLUME_DOWN", "MUTE", "HOMEPAGE", "WWW",
                "MAIL", "FAVORITES", "SEARCH", "SLEEP", "CANCEL", "RECORD", "CHANNEL_UP", "CHANNEL_DOWN", "GO_BACK",
                "GO_FORWARD", "TOOLS", "ZOOMIN", "ZOOMOUT", "BACK", "ANY_UNICODE", "UNMAPPED",
            ])
}
