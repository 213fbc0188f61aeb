import Cells
import PlayCore

/// The keys of sequences (xterm's ctlseqs, rxvt's and kitty's documents, the Linux console's driver).
enum KeyTable {
    /// Returns the key for the final byte of `CSI … X` and `SS3 X`.
    static func cursor(_ final: UInt8) -> KeyPress.Key? {
        switch Character(Unicode.Scalar(final)) {
        case "A": .up
        case "B": .down
        case "C": .right
        case "D": .left
        case "H": .home
        case "F": .end
        case "P": .function(1)
        case "Q": .function(2)
        case "R": .function(3)
        case "S": .function(4)
        default: nil
        }
    }

    /// Returns the key for `CSI number ~`, and rxvt's `CSI number ^`, `$`, `@`.
    static func tilde(_ number: Int) -> KeyPress.Key? {
        switch number {
        case 1, 7: .home
        case 2: .insert
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case 11...15: .function(number - 10)
        case 17...21: .function(number - 11)
        case 23...26: .function(number - 12)
        case 28, 29: .function(number - 13)
        case 31...34: .function(number - 14)
        default: nil
        }
    }

    static func keypad(_ final: UInt8) -> KeyPress.Key? {
        switch final {
        case UInt8(ascii: "M"): .enter
        case UInt8(ascii: "I"): .tab
        case UInt8(ascii: "X"): .character("=")
        case UInt8(ascii: "j")...UInt8(ascii: "y"): .character(Character(Unicode.Scalar(final - 64)))
        default: nil
        }
    }

    /// Returns the key of `CSI code ; modifiers u` and modifyOtherKeys; nil for keys without a meaning here.
    static func code(_ code: Int, shifted: Int?, _ modifiers: KeyPress.Modifiers) -> KeyPress? {
        switch code {
        case 9: return KeyPress(.tab, modifiers)
        case 10, 13, 57414: return KeyPress(.enter, modifiers)
        case 27: return KeyPress(.escape, modifiers)
        case 8, 127: return KeyPress(.backspace, modifiers)
        // The menu key, which older protocols send as F16.
        case 57363: return KeyPress(.function(16), modifiers)
        case 57376...57398: return KeyPress(.function(code - 57363), modifiers)
        case 57399...57408: return KeyPress(.character(Character(Unicode.Scalar(UInt8(code - 57351)))), modifiers)
        case 57409...57413:
            return KeyPress(.character([".", "/", "*", "-", "+"][code - 57409]), modifiers)
        case 57417...57426:
            let keys: [KeyPress.Key] = [.left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete]
            return KeyPress(keys[code - 57417], modifiers)
        case 0xE000...0xF8FF, ..<32: return nil
        default: return text(shifted ?? code, modifiers, isShifted: shifted != nil)
        }
    }

    private static func text(_ code: Int, _ modifiers: KeyPress.Modifiers, isShifted: Bool) -> KeyPress? {
        guard let value = UInt32(exactly: code), let scalar = Unicode.Scalar(value), !(0x7F...0x9F).contains(value)
        else { return nil }
        var character = Character(scalar)
        if modifiers.contains(.shift), !isShifted, ("a"..."z").contains(scalar) {
            character = Character(Unicode.Scalar(UInt8(value - 32)))
        }
        // The character itself already includes Shift.
        return KeyPress(.character(character), modifiers.subtracting(.shift))
    }

    /// Returns the modifiers of xterm's parameter: 1 + bits of shift, alt, control, and meta (treated as alt).
    static func modifiers(_ parameter: Int) -> KeyPress.Modifiers {
        let bits = max(0, parameter - 1)
        var modifiers: KeyPress.Modifiers = []
        if bits & 1 != 0 { modifiers.insert(.shift) }
        if bits & (2 | 32) != 0 { modifiers.insert(.alt) }
        if bits & 4 != 0 { modifiers.insert(.control) }
        return modifiers
    }

    /// Returns the key of a byte below 0x20, or of 0x7F; not of ESC.
    static func control(_ byte: UInt8) -> KeyPress {
        switch byte {
        case 0: KeyPress(.character(" "), .control)
        case 0x08, 0x7F: KeyPress(.backspace)
        case 0x09: KeyPress(.tab)
        case 0x0A, 0x0D: KeyPress(.enter)
        case 0x01...0x1A: KeyPress(.character(Character(Unicode.Scalar(byte + 0x60))), .control)
        default: KeyPress(.character(Character(Unicode.Scalar(byte + 0x40))), .control)
        }
    }

    static let terminfoNames: [(name: String, key: KeyPress)] = {
        var names: [(String, KeyPress)] = [
            ("kcuu1", KeyPress(.up)), ("kcud1", KeyPress(.down)), ("kcub1", KeyPress(.left)),
            ("kcuf1", KeyPress(.right)), ("khome", KeyPress(.home)), ("kend", KeyPress(.end)),
            ("kpp", KeyPress(.pageUp)), ("knp", KeyPress(.pageDown)), ("kich1", KeyPress(.insert)),
            ("kdch1", KeyPress(.delete)), ("kcbt", KeyPress(.tab, .shift)), ("kent", KeyPress(.enter)),
            ("kri", KeyPress(.up, .shift)), ("kind", KeyPress(.down, .shift)), ("kLFT", KeyPress(.left, .shift)),
            ("kRIT", KeyPress(.right, .shift)), ("kHOM", KeyPress(.home, .shift)), ("kEND", KeyPress(.end, .shift)),
            ("kPRV", KeyPress(.pageUp, .shift)), ("kNXT", KeyPress(.pageDown, .shift)),
            ("kDC", KeyPress(.delete, .shift)), ("kIC", KeyPress(.insert, .shift)),
        ]
        for number in 1...12 { names.append(("kf\(number)", KeyPress(.function(number)))) }
        return names
    }()
}
