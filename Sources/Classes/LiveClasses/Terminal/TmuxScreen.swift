package import Classes

package struct TmuxScreen: Sendable, Equatable {
    package var columns: Int
    package var lines: [TerminalLine]
    /// The newest lines that have left the screen, oldest first; at most ``historyLines``.
    package var history: [TerminalLine]
    package var historySize: Int
    package var historyLimit: Int
    package var cursor: TerminalUpdate.Cursor?

    /// More lines than scroll between two captures. In fast output, the end suffices.
    static let historyLines = 200

    /// For `display-message`, which precedes the contents.
    static let header =
        "#{pane_width} #{pane_height} #{history_size} #{history_limit} #{cursor_flag} #{cursor_x} #{cursor_y}"

    /// - Parameter output: a line of ``header``, then the newest lines of the history and the whole screen.
    package init?(_ output: [UInt8]) {
        let end = output.firstIndex(of: 0x0A) ?? output.endIndex
        let numbers = output[..<end].split(separator: 0x20).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        guard numbers.count == 7, TerminalUpdate.columnRange.contains(numbers[0]),
            TerminalUpdate.rowRange.contains(numbers[1])
        else { return nil }
        (columns, historySize, historyLimit) = (numbers[0], numbers[2], numbers[3])
        let rows = numbers[1]
        var reader = TmuxReader()
        var all = reader.lines(output[min(end + 1, output.endIndex)...])
        let known = min(all.count, rows + Self.historyLines)
        all = Array(all.suffix(known))
        let historyCount = max(0, min(all.count, all.count - rows))
        history = Array(all.prefix(historyCount))
        lines = Array(all.suffix(all.count - historyCount))
        while lines.count < rows { lines.append(TerminalLine()) }
        let isSeen = numbers[4] == 1 && (0...columns).contains(numbers[5]) && (0..<rows).contains(numbers[6])
        cursor = isSeen ? TerminalUpdate.Cursor(column: numbers[5], row: numbers[6]) : nil
    }
}

struct TmuxReader {
    private var look = TerminalLine.Look.plain
    private var drawsLines = false

    /// The look of characters continues on the next line.
    mutating func lines(_ bytes: ArraySlice<UInt8>) -> [TerminalLine] {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { line($0) }
    }

    private mutating func line(_ bytes: ArraySlice<UInt8>) -> TerminalLine {
        var writer = LineWriter()
        var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar.value {
            case 0x1B: skipSequence(&rest)
            case 0x0E: drawsLines = true
            case 0x0F: drawsLines = false
            case 0..<0x20, 0x7F..<0xA0: break
            default: writer.write(drawsLines ? Self.drawn(scalar) : scalar, look)
            }
        }
        return writer.line
    }

    private mutating func skipSequence(_ rest: inout Substring.UnicodeScalarView) {
        guard let kind = rest.popFirst() else { return }
        switch kind {
        case "[":
            var parameters = ""
            while let scalar = rest.popFirst() {
                if (0x40...0x7E).contains(scalar.value) {
                    if scalar == "m" { select(parameters) }
                    return
                }
                parameters.unicodeScalars.append(scalar)
            }
        case "]":
            while let scalar = rest.popFirst() {
                if scalar.value == 0x07 { return }
                if scalar.value == 0x1B { return _ = rest.popFirst() }
            }
        case "(", ")": _ = rest.popFirst()
        default: break
        }
    }

    /// xterm numbers the parameters. Ignores unknown ones.
    private mutating func select(_ parameters: String) {
        var codes = parameters.split(separator: ";", omittingEmptySubsequences: false)[...]
        if codes.isEmpty { codes = [""] }
        while let code = codes.popFirst() {
            let parts = code.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
            let first = parts.first ?? 0
            switch first {
            case 0: look = .plain
            case 1: look.attributes.insert(.bold)
            case 2: look.attributes.insert(.dim)
            case 3: look.attributes.insert(.italic)
            case 4:
                if parts.count > 1, parts[1] == 0 {
                    look.attributes.remove(.underline)
                } else {
                    look.attributes.insert(.underline)
                }
            case 7: look.attributes.insert(.reverse)
            case 22: look.attributes.subtract([.bold, .dim])
            case 23: look.attributes.remove(.italic)
            case 24: look.attributes.remove(.underline)
            case 27: look.attributes.remove(.reverse)
            case 30...37: look.foreground = first - 30
            case 90...97: look.foreground = first - 82
            case 38: look.foreground = Self.color(parts, &codes) ?? look.foreground
            case 39: look.foreground = nil
            case 40...47: look.background = first - 40
            case 100...107: look.background = first - 92
            case 48: look.background = Self.color(parts, &codes) ?? look.background
            case 49: look.background = nil
            // The colour of underlines is ignored.
            case 58: _ = Self.color(parts, &codes)
            default: break
            }
        }
    }

    /// Reads `38:2::R:G:B`, `38:5:N`, or the same with semicolons.
    private static func color(_ parts: [Int], _ codes: inout ArraySlice<Substring>) -> Int? {
        var arguments = Array(parts.dropFirst())
        if arguments.isEmpty {
            guard let kind = codes.popFirst().flatMap({ Int($0) }) else { return nil }
            let count = kind == 2 ? 3 : kind == 5 ? 1 : 0
            arguments = [kind] + codes.prefix(count).map { Int($0) ?? 0 }
            codes = codes.dropFirst(count)
        }
        switch arguments.first {
        case 5 where arguments.count == 2 && (0...255).contains(arguments[1]): return arguments[1]
        case 2 where arguments.count >= 4:
            let parts = arguments.suffix(3).map { min(max($0, 0), 255) }
            return TerminalLine.Look.direct + parts[0] << 16 + parts[1] << 8 + parts[2]
        default: return nil
        }
    }

    private static let graphics: [Unicode.Scalar: Unicode.Scalar] = [
        "`": "◆", "a": "▒", "f": "°", "g": "±", "j": "┘", "k": "┐", "l": "┌", "m": "└", "n": "┼", "o": "⎺", "p": "⎻",
        "q": "─", "r": "⎼", "s": "⎽", "t": "├", "u": "┤", "v": "┴", "w": "┬", "x": "│", "y": "≤", "z": "≥", "{": "π",
        "|": "≠", "}": "£", "~": "·",
    ]

    private static func drawn(_ scalar: Unicode.Scalar) -> Unicode.Scalar { graphics[scalar] ?? scalar }
}

private struct LineWriter {
    private var scalars = String.UnicodeScalarView()
    private var runs: [TerminalLine.Run] = []
    private var length = 0

    mutating func write(_ scalar: Unicode.Scalar, _ look: TerminalLine.Look) {
        guard length < TerminalLine.maximumLength else { return }
        scalars.append(scalar)
        length += 1
        if runs.last?.look == look {
            runs[runs.count - 1].length += 1
        } else {
            runs.append(.init(1, look))
        }
    }

    /// Omits trailing plain blanks.
    var line: TerminalLine {
        var (scalars, runs) = (scalars, runs)
        while let last = runs.last, last.look == .plain, scalars.last == " " {
            scalars.removeLast()
            if last.length > 1 { runs[runs.count - 1].length -= 1 } else { runs.removeLast() }
        }
        if runs.last?.look == .plain { runs.removeLast() }
        return TerminalLine(String(scalars), runs)
    }
}
