/// A parser of a program's terminal output that records every byte that is neither text nor part of a sequence that
/// this player and its ncurses are known to write.
///
/// Stricter than a terminal and than ``VTScreen``: it checks numbers, too. Text must not contain anything that a
/// terminal or a viewer could take for a command (C1, direction marks, noncharacters). Cursor movements by one (`CR`,
/// `LF`, `BS`) are accepted, because only a model of the screen can tell whether they are intended.
package struct SequenceCheck: Sendable {
    /// At most ``limit``.
    package private(set) var problems: [String] = []
    /// In order. The reader clears them.
    package var titles: [String] = []
    package private(set) var count = 0
    private static let limit = 20

    private enum State: Sendable { case text, escape, charset, control, string, stringEscape }

    private var state = State.text
    private var collected: [UInt8] = []
    private var stringKind: UInt8 = 0
    /// Missing bytes of the current scalar. The scalar's value so far follows.
    private var missing = 0
    private var scalar: UInt32 = 0
    private var scalarLength = 0
    /// Whether the previous byte ended a style sequence; `SI` may follow it.
    private var isAfterStyle = false

    /// Whether links (OSC 8) and the clipboard (OSC 52) are accepted. A test that expects them has to enable them.
    private let takesLinks: Bool

    package init(takesLinks: Bool = false) { self.takesLinks = takesLinks }

    package mutating func feed(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            count += 1
            feed(byte)
        }
    }

    /// Checks that no sequence or character is incomplete at the end.
    package mutating func end() {
        if state != .text || missing > 0 { note("the end within a sequence") }
    }

    private mutating func note(_ problem: String) {
        if problems.count < Self.limit { problems.append("byte \(count): " + problem) }
    }

    private mutating func feed(_ byte: UInt8) {
        switch state {
        case .text: text(byte)
        case .escape: escape(byte)
        case .charset:
            state = .text
            isAfterStyle = true
            if byte != UInt8(ascii: "B"), byte != UInt8(ascii: "0") { note("ESC ( \(byte)") }
        case .control:
            collected.append(byte)
            if (0x40...0x7E).contains(byte) {
                state = .text
                control()
            } else if !(0x20...0x3F).contains(byte) || collected.count > 64 {
                note("byte \(byte) within CSI")
                state = .text
            }
        case .string: string(byte)
        case .stringEscape:
            state = .text
            if byte != UInt8(ascii: "\\") { note("ESC \(byte) within a string") }
            endString(isBell: false)
        }
    }
}

// MARK: - Text

extension SequenceCheck {
    private mutating func text(_ byte: UInt8) {
        let mayShiftIn = isAfterStyle
        isAfterStyle = false
        if missing > 0 || byte >= 0x80 { return unicode(byte) }
        switch byte {
        case 0x20...0x7E, 0x08, 0x0A, 0x0D: break
        case 0x1B: state = .escape
        // CAN comes first when the terminal is restored, and ends a sequence that may have been cut off.
        case 0x18: break
        // The end of sgr0 of the Linux console and of screen.
        case 0x0F where mayShiftIn: break
        default: note("byte \(byte)")
        }
    }

    private mutating func unicode(_ byte: UInt8) {
        if missing == 0 {
            switch byte {
            case 0xC2...0xDF: (missing, scalar) = (1, UInt32(byte & 0x1F))
            case 0xE0...0xEF: (missing, scalar) = (2, UInt32(byte & 0x0F))
            case 0xF0...0xF4: (missing, scalar) = (3, UInt32(byte & 0x07))
            default: note("byte \(byte), which begins nothing")
            }
            scalarLength = missing
            return
        }
        guard byte & 0xC0 == 0x80 else {
            missing = 0
            note("byte \(byte) within a character")
            return
        }
        scalar = scalar << 6 | UInt32(byte & 0x3F)
        missing -= 1
        if missing == 0 { check(scalar) }
    }

    private mutating func check(_ value: UInt32) {
        let isShortest = value >= [0, 0x80, 0x800, 0x10000][scalarLength]
        if !isShortest || Unicode.Scalar(value) == nil || Self.isOrder(value) {
            note("U+" + String(value, radix: 16, uppercase: true))
        }
    }

    /// Returns whether a scalar is a control, a direction mark, a separator, a stand-in for bytes, or a noncharacter.
    private static func isOrder(_ value: UInt32) -> Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F, 0xFDD0...0xFDEF, 0xFEFF,
            0xFFF9...0xFFFB, 0xE0000...0xE007F:
            true
        default: value & 0xFFFE == 0xFFFE
        }
    }
}

// MARK: - Sequences

extension SequenceCheck {
    private mutating func escape(_ byte: UInt8) {
        state = .text
        collected.removeAll(keepingCapacity: true)
        switch byte {
        case UInt8(ascii: "["): state = .control
        case UInt8(ascii: "]"), UInt8(ascii: "P"):
            stringKind = byte
            state = .string
        case UInt8(ascii: "("): state = .charset
        // DECSC, DECRC, keypad modes; RI is "up" in the entries of tmux and screen.
        case UInt8(ascii: "7"), UInt8(ascii: "8"), UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "M"): break
        default: note("ESC \(byte)")
        }
    }

    private mutating func string(_ byte: UInt8) {
        switch byte {
        case 0x1B: state = .stringEscape
        case 0x07:
            state = .text
            endString(isBell: true)
        case 0..<0x20, 0x7F: note("byte \(byte) within a string")
        default:
            collected.append(byte)
            if collected.count == 100_000 { note("a string without end") }
        }
    }

    private mutating func endString(isBell: Bool) {
        let body = String(validating: collected, as: UTF8.self)
        switch stringKind {
        case UInt8(ascii: "]"):
            // Compares scalars, because a mark that follows the semicolon forms one character with it.
            if takesLinks, isBell, let body, Self.isLink(body) || Self.isClipboard(body) { return }
            // The query for the background.
            if body == "11;?" { return }
            guard let scalars = body?.unicodeScalars, isBell, scalars.starts(with: "2;".unicodeScalars),
                !scalars.contains(where: { Self.isOrder($0.value) })
            else { return note("OSC \(body.debugDescription)") }
            titles.append(String(String.UnicodeScalarView(scalars.dropFirst(2))))
        default: if body != "+q524742" { note("DCS \(body.debugDescription)") }
        }
    }

    /// Returns whether a body of OSC 8 has no address or one of printable ASCII.
    private static func isLink(_ body: String) -> Bool {
        if body == "8;;" { return true }
        let parts = body.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "8", parts[1].hasPrefix("id=") else { return false }
        return parts[2].hasPrefix("http") && parts[2].utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// Returns whether a body of OSC 52 is base 64. A query is not.
    private static func isClipboard(_ body: String) -> Bool {
        guard body.hasPrefix("52;c;") else { return false }
        return body.utf8.dropFirst(5).allSatisfy {
            (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || [43, 47, 61].contains($0)
        }
    }

    private mutating func control() {
        isAfterStyle = collected.last == UInt8(ascii: "m")
        if !Self.isKnown(collected[...]) { note("CSI " + String(decoding: collected, as: UTF8.self)) }
    }

    private static func isKnown(_ sequence: ArraySlice<UInt8>) -> Bool {
        guard let final = sequence.last else { return false }
        let body = sequence.dropLast()
        if let first = body.first, (0x3C...0x3F).contains(first) || body.contains(where: { $0 < 0x30 }) {
            return isKnownPrivate(String(decoding: sequence, as: UTF8.self))
        }
        guard let numbers = numbers(body) else { return false }
        return switch Character(Unicode.Scalar(final)) {
        case "H": numbers.count <= 2 && numbers.allSatisfy { $0 <= 1000 }
        case "A", "B", "C", "D", "G", "X", "b", "d": numbers.count <= 1 && numbers.allSatisfy { $0 <= 1000 }
        case "K": numbers.isEmpty || numbers == [1]
        case "J": numbers.isEmpty || numbers == [2]
        case "m": isStyle(numbers)
        case "n": numbers == [5] || numbers == [6]
        case "c": numbers.isEmpty
        case "t": [[16], [22, 0], [23, 0], [22, 0, 0], [23, 0, 0]].contains(numbers)
        // IRM off and the cursor's shape of the Linux console and of screen.
        case "l": numbers == [4]
        case "h": numbers == [34]
        default: false
        }
    }

    /// Returns whether a private sequence is known: DEC modes, the Linux console's cursor shape, queries, kitty's
    /// keyboard.
    private static func isKnownPrivate(_ sequence: String) -> Bool {
        let known = ["?2026$p", "?u", ">c", ">0q", ">1u", "<u", "?0c", "?1c", "?8c"]
        // xterm's modifyOtherKeys, and its mode for Alt with saving and restoring.
        let keys = [">4;1m", ">4m", "?1036s", "?1036h", "?1036r"]
        if (known + keys).contains(sequence) { return true }
        guard sequence.hasPrefix("?"), sequence.hasSuffix("h") || sequence.hasSuffix("l") else { return false }
        let modes = sequence.dropFirst().dropLast().split(separator: ";", omittingEmptySubsequences: false)
        return modes.allSatisfy { mode in
            ["1", "7", "12", "25", "1000", "1002", "1003", "1006", "1049", "2004", "2026"].contains(mode)
        }
    }

    /// Returns decimal numbers separated by semicolons, or `nil` if there is another byte.
    private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int]? {
        guard !bytes.isEmpty else { return [] }
        var numbers = [0]
        for byte in bytes {
            switch byte {
            case UInt8(ascii: ";"): numbers.append(0)
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                numbers[numbers.count - 1] = min(10_000, numbers[numbers.count - 1] * 10 + Int(byte & 0x0F))
            default: return nil
            }
        }
        return numbers
    }

    private static func isStyle(_ numbers: [Int]) -> Bool {
        var rest = numbers[...]
        while let code = rest.popFirst() {
            switch code {
            case 0, 1, 2, 3, 4, 7, 10, 22, 23, 24, 27, 30...37, 39, 40...47, 49, 90...97, 100...107: continue
            case 38, 48:
                let kind = rest.popFirst()
                let values = rest.prefix(kind == 2 ? 3 : 1)
                guard kind == 5 && values.count == 1 || kind == 2 && values.count == 3,
                    values.allSatisfy({ $0 <= 255 })
                else { return false }
                rest = rest.dropFirst(values.count)
            default: return false
            }
        }
        return true
    }
}
