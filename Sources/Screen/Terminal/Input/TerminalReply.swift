package import Cells

package enum TerminalReply: Sendable, Equatable {
    /// DA1 `CSI ? … c`. Every terminal answers it, so it ends the wait for other answers.
    case deviceAttributes([Int])
    /// DSR `CSI 0 n` (or 3, out of order): the answer to `CSI 5 n`. The link control counts these.
    case deviceStatus
    /// DA2 `CSI > … c`.
    case secondaryAttributes([Int])
    /// DECRPM `CSI ? mode ; state $ y`: 0 unknown, 1 set, 2 reset, 3 always set, 4 always reset.
    case mode(Int, state: Int)
    /// XTVERSION: name and version of the terminal; unverified text.
    case version(String)
    /// XTGETTCAP: the name and the value, or `nil` if there is no such capability; unverified text.
    case capability(String, value: String?)
    /// OSC 10 and 11: the default colours.
    case defaultForeground(Color)
    case defaultBackground(Color)
    /// CPR, from 0.
    case cursor(column: Int, row: Int)
    /// `CSI 6 ; height ; width t`: pixels of a cell.
    case cellSize(width: Int, height: Int)
    /// The current flags of kitty's keyboard protocol, which the terminal supports.
    case keyboardFlags(Int)
    case kittyGraphics(isKnown: Bool)
    /// The answer to a query whose picture is in shared memory.
    case sharedMemory(isRead: Bool)
    /// XTSMGRAPHICS `CSI ? 1 ; 0 ; count S`: the colours that sixel may define at a time.
    case colorRegisters(Int)
}

extension TerminalReply {
    /// Reads a DCS (`P`), OSC (`]`) or APC (`_`) without introducer and terminator; nil if unknown.
    static func string(kind: UInt8, _ body: [UInt8]) -> TerminalReply? {
        let text = String(decoding: body, as: UTF8.self)
        if kind == UInt8(ascii: "P") {
            if text.hasPrefix(">|") { return .version(String(text.dropFirst(2).filter { $0.isASCII && $0 >= " " })) }
            if text.hasPrefix("1+r") || text.hasPrefix("0+r") { return capability(text) }
            return nil
        }
        if kind == UInt8(ascii: "_"), text.hasPrefix("Gi=31;") { return .kittyGraphics(isKnown: text == "Gi=31;OK") }
        if kind == UInt8(ascii: "_"), text.hasPrefix("Gi=32;") { return .sharedMemory(isRead: text == "Gi=32;OK") }
        guard kind == UInt8(ascii: "]"), text.hasPrefix("10;rgb:") || text.hasPrefix("11;rgb:"),
            let color = color(text.dropFirst(7))
        else { return nil }
        return text.hasPrefix("10") ? .defaultForeground(color) : .defaultBackground(color)
    }

    /// Reads `1+r524742=382f382f38`; names and values in hexadecimal.
    private static func capability(_ text: String) -> TerminalReply? {
        let parts = text.dropFirst(3).split(separator: "=", maxSplits: 1)
        guard let first = parts.first, let name = decodeHex(first) else { return nil }
        guard text.first == "1" else { return .capability(name, value: nil) }
        return .capability(name, value: parts.count > 1 ? decodeHex(parts[1]) ?? "" : "")
    }

    private static func decodeHex(_ text: Substring) -> String? {
        let digits = Array(text.utf8)
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        for at in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(decoding: digits[at...at + 1], as: UTF8.self), radix: 16) else { return nil }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads `rrrr/gggg/bbbb`, one to four hexadecimal digits each.
    private static func color(_ text: Substring) -> Color? {
        let levels = text.split(separator: "/").map { part -> UInt8? in
            guard (1...4).contains(part.utf8.count), let value = Int(part, radix: 16), value >= 0 else { return nil }
            return UInt8(value * 255 / (1 << (4 * part.utf8.count) - 1))
        }
        guard levels.count == 3, let red = levels[0], let green = levels[1], let blue = levels[2] else { return nil }
        return .rgb(red, green, blue)
    }
}
