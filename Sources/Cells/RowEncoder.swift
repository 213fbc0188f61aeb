// The hot loop of the screen: called by ``FrameEncoder`` on the main thread once per changed row.
//
// All of it lies in this file, on raw pointers and local values, so that one function results: 240 × 67 cells of a
// detailed picture take about 0.1 ms this way, and ten times that with arrays (measured 2026-11 with Swift 6.3).

/// Where the terminal's cursor is and how it would write now, as far as known.
struct Pen {
    static let unknownAttributes: UInt32 = 0xFFFF_FFFF

    /// −1: unknown.
    var column = -1
    var row = -1
    /// Colours mean something once the attributes are known.
    var foreground = Color.terminalDefault.rawValue
    var background = Color.terminalDefault.rawValue
    var attributes = unknownAttributes
}

/// Encodes the differences between rows. Reading and writing go through pointers that the caller guarantees.
struct RowEncoder {
    /// Most bytes per cell: a move of 13, a full change of style of 51, a glyph of 4.
    static let maximumBytesPerCell = 72

    let profile: EncoderProfile
    /// `38;2;r;g;b` goes out as the cell has it.
    private let isDirect: Bool
    /// Palette entries from 16 go out as the cell has them.
    private let keepsPalette: Bool
    /// Whether foreground and background of a block may be exchanged: both look the same then.
    private let mayExchange: Bool
    private let digits: UnsafePointer<UInt64>

    init(profile: EncoderProfile) {
        self.profile = profile
        isDirect = profile.colorDepth == .trueColor
        keepsPalette = profile.colorDepth == .trueColor || profile.colorDepth == .palette256
        mayExchange = profile.colorDepth != .mono && profile.colorDepth != .grey && profile.isUTF8
        digits = DecimalTable.shared.entries
    }

    /// Writes the bytes that turn `shown` into `target` at row `row`, and brings `shown` up to date.
    ///
    /// Both rows are sanitized (``GlyphRules``) and `columns` long; `start` has room for ``maximumBytesPerCell`` per
    /// cell and 16 bytes more. Returns the end of what was written.
    func encode(
        _ target: UnsafePointer<Cell>, over shown: UnsafeMutablePointer<Cell>, columns: Int, row: Int,
        pen storedPen: inout Pen, to start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var out = start
        var pen = storedPen
        let new = UnsafeRawPointer(target)
        let old = UnsafeRawPointer(shown)
        var x = 0
        while x < columns {
            let low = new.load(fromByteOffset: x &* 16, as: UInt64.self)
            let high = new.load(fromByteOffset: x &* 16 &+ 8, as: UInt64.self)
            if low == old.load(fromByteOffset: x &* 16, as: UInt64.self)
                && high == old.load(fromByteOffset: x &* 16 &+ 8, as: UInt64.self)
            {
                x &+= 1
                continue
            }
            var glyph = UInt32(truncatingIfNeeded: low)
            if glyph == 0 {
                x &+= 1
                continue
            }
            if pen.column != x || pen.row != row { out = move(to: x, row, target, &pen, out) }
            var foreground = UInt32(truncatingIfNeeded: low &>> 32)
            var background = UInt32(truncatingIfNeeded: high)
            let attributes = UInt32(truncatingIfNeeded: high &>> 32)
            if attributes == 0 {
                // Of a plain space only the background matters; a block has two forms: take the one that the pen
                // is nearer to.
                if glyph == 0x20 {
                    if pen.attributes == 0 { foreground = pen.foreground }
                } else if glyph &- 0x2580 <= 8, mayExchange, (foreground | background) &>> 25 == 0 {
                    settleBlock(&glyph, &foreground, &background, pen)
                }
            }
            if attributes != pen.attributes {
                out = changeAttributes(to: attributes, foreground, background, &pen, out)
            } else if foreground != pen.foreground || background != pen.background {
                out = changeColors(foreground, background, &pen, out)
            }
            if glyph < 0x80 {
                out.pointee = UInt8(truncatingIfNeeded: glyph)
                out += 1
                var run = 1
                while x &+ run < columns, new.load(fromByteOffset: (x &+ run) &* 16, as: UInt64.self) == low,
                    new.load(fromByteOffset: (x &+ run) &* 16 &+ 8, as: UInt64.self) == high
                {
                    run &+= 1
                }
                if run > 4 {
                    x &+= finishRun(run, glyph: glyph, at: x, old, low, high, columns, &pen, &out)
                    continue
                }
            } else {
                out = Self.put(glyph, out)
                if x &+ 1 < columns, target[x &+ 1].glyph == 0 { x &+= 1 }
            }
            x &+= 1
            pen.column = x
        }
        // After the last column the cursor stands on it, or waits behind it: terminals differ.
        if pen.column >= columns { pen.column = -1 }
        storedPen = pen
        shown.update(from: target, count: columns)
        return out
    }

    /// Chooses among `▀ ▄ █` and space for an upper and a lower colour, so that few colours change.
    @inline(__always)
    private func settleBlock(_ glyph: inout UInt32, _ foreground: inout UInt32, _ background: inout UInt32, _ pen: Pen) {
        let top: UInt32
        let bottom: UInt32
        switch glyph {
        case 0x2580: (top, bottom) = (foreground, background)
        case 0x2584: (top, bottom) = (background, foreground)
        case 0x2588: (top, bottom) = (foreground, foreground)
        default: return
        }
        if top == bottom {
            if pen.foreground == top && pen.background != top {
                glyph = 0x2588
                foreground = top
                background = pen.background
            } else {
                glyph = 0x20
                foreground = pen.foreground
                background = top
            }
            if pen.attributes != 0 { (foreground, background) = (top, top) }
            return
        }
        let upperCost = (pen.foreground == top ? 0 : 1) &+ (pen.background == bottom ? 0 : 1)
        let lowerCost = (pen.foreground == bottom ? 0 : 1) &+ (pen.background == top ? 0 : 1)
        if lowerCost < upperCost || (lowerCost == upperCost && glyph == 0x2584) {
            (glyph, foreground, background) = (0x2584, bottom, top)
        } else {
            (glyph, foreground, background) = (0x2580, top, bottom)
        }
    }

    /// Ends a run of `run` equal one-byte cells of which the first is written. Returns how far the loop goes on.
    @inline(never)
    private func finishRun(
        _ run: Int, glyph: UInt32, at x: Int, _ old: UnsafeRawPointer, _ low: UInt64, _ high: UInt64, _ columns: Int,
        _ pen: inout Pen, _ out: inout UnsafeMutablePointer<UInt8>
    ) -> Int {
        // Cells at the end of the run that are on the screen already need no bytes.
        var length = run
        while length > 1, old.load(fromByteOffset: (x + length - 1) * 16, as: UInt64.self) == low,
            old.load(fromByteOffset: (x + length - 1) * 16 + 8, as: UInt64.self) == high
        {
            length -= 1
        }
        let rest = length - 1
        let erases =
            pen.attributes == 0 && glyph == 0x20
            && (pen.background == Color.terminalDefault.rawValue || profile.hasBackColorErase)
        if erases, x + run == columns, rest > 3 {
            out = Self.put(0x4B5B1B, count: 3, out)
            pen.column = x + 1
            return run
        }
        if profile.hasRepeat, rest > 4 {
            out = put(control: rest, UInt8(ascii: "b"), out)
        } else if erases, rest > 12 {
            out = put(control: rest, UInt8(ascii: "X"), out)
            out = put(control: rest, UInt8(ascii: "C"), out)
        } else {
            for _ in 0..<rest {
                out.pointee = UInt8(truncatingIfNeeded: glyph)
                out += 1
            }
        }
        pen.column = x + length
        return length
    }
}

// MARK: - Moving

extension RowEncoder {
    @inline(never)
    private func move(
        to x: Int, _ row: Int, _ target: UnsafePointer<Cell>, _ pen: inout Pen, _ start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var out = start
        defer { (pen.column, pen.row) = (x, row) }
        if pen.row == row, pen.column >= 0, pen.column < x {
            let gap = x - pen.column
            if gap <= 4, isWritable(target + pen.column, count: gap, pen) {
                for column in pen.column..<x {
                    out.pointee = UInt8(truncatingIfNeeded: target[column].glyph)
                    out += 1
                }
                return out
            }
            return put(control: gap, UInt8(ascii: "C"), out)
        }
        if pen.row >= 0, pen.row == row - 1 {
            if x > 0, pen.column == x {
                out.pointee = 0x0A
                return out + 1
            }
            // "\r\n" and a move right are shorter than an address while the row's number has more digits than it.
            if x == 0 || row >= 9 {
                out = Self.put(0x0A0D, count: 2, out)
                return x == 0 ? out : put(control: x, UInt8(ascii: "C"), out)
            }
        }
        out = Self.put(0x5B1B, count: 2, out)
        out = put(number: row + 1, out)
        if x > 0 {
            out.pointee = UInt8(ascii: ";")
            out = put(number: x + 1, out + 1)
        }
        out.pointee = UInt8(ascii: "H")
        return out + 1
    }

    /// Whether the cells are ASCII in the style of the pen, so that writing them again is cheaper than a move.
    private func isWritable(_ cells: UnsafePointer<Cell>, count: Int, _ pen: Pen) -> Bool {
        for at in 0..<count {
            let cell = cells[at]
            guard cell.glyph &- 0x20 < 0x5F, UInt32(cell.attributes.rawValue) == pen.attributes,
                cell.background.rawValue == pen.background,
                cell.foreground.rawValue == pen.foreground || (cell.glyph == 0x20 && pen.attributes == 0)
            else { return false }
        }
        return true
    }
}

// MARK: - Style

extension RowEncoder {
    /// Changes colours only. At least one differs from the pen's.
    @inline(__always)
    private func changeColors(
        _ foreground: UInt32, _ background: UInt32, _ pen: inout Pen, _ start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var out = Self.put(0x5B1B, count: 2, start)
        if foreground != pen.foreground {
            out = put(color: foreground, isBackground: false, out)
            pen.foreground = foreground
        }
        if background != pen.background {
            out = put(color: background, isBackground: true, out)
            pen.background = background
        }
        // Takes the place of the last ";".
        (out - 1).pointee = UInt8(ascii: "m")
        return out
    }

    @inline(never)
    private func changeAttributes(
        to attributes: UInt32, _ foreground: UInt32, _ background: UInt32, _ pen: inout Pen,
        _ start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var out = Self.put(0x5B1B, count: 2, start)
        var added = attributes & ~pen.attributes
        if pen.attributes & ~attributes != 0 {
            out = Self.put(0x3B30, count: 2, out)
            added = attributes
            pen.foreground = Color.terminalDefault.rawValue
            pen.background = Color.terminalDefault.rawValue
        }
        for (bit, code) in [(1, "1"), (2, "2"), (4, "3"), (8, "4"), (16, "7")] as [(UInt32, Unicode.Scalar)] {
            guard added & bit != 0 else { continue }
            out = Self.put(0x3B00 | UInt64(code.value), count: 2, out)
        }
        if foreground != pen.foreground {
            out = put(color: foreground, isBackground: false, out)
            pen.foreground = foreground
        }
        if background != pen.background {
            out = put(color: background, isBackground: true, out)
            pen.background = background
        }
        pen.attributes = attributes
        (out - 1).pointee = UInt8(ascii: "m")
        return out
    }

    /// Writes `38;2;r;g;b;` or what else stands for the colour.
    @inline(__always)
    private func put(
        color: UInt32, isBackground: Bool, _ start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        guard isDirect && color < 0x0100_0000 else { return putOther(color: color, isBackground: isBackground, start) }
        // "38;2;" and "48;2;"
        var out = Self.put(isBackground ? 0x3B_323B_3834 : 0x3B_323B_3833, count: 5, start)
        out = put(component: Int(color &>> 16 & 255), out)
        out = put(component: Int(color &>> 8 & 255), out)
        return put(component: Int(color & 255), out)
    }

    @inline(never)
    private func putOther(
        color raw: UInt32, isBackground: Bool, _ start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var color = Color(rawValue: raw)
        if !keepsPalette || raw < 0x0100_0010 { color = profile.sent(color) }
        if color.isDefault { return put(component: isBackground ? 49 : 39, start) }
        guard let index = color.paletteIndex else {
            var out = Self.put(isBackground ? 0x3B_323B_3834 : 0x3B_323B_3833, count: 5, start)
            out = put(component: Int(color.red), out)
            out = put(component: Int(color.green), out)
            return put(component: Int(color.blue), out)
        }
        if index < 8 { return put(component: (isBackground ? 40 : 30) + Int(index), start) }
        if index < 16 { return put(component: (isBackground ? 100 : 90) + Int(index) - 8, start) }
        // "38;5;" and "48;5;"
        let out = Self.put(isBackground ? 0x3B_353B_3834 : 0x3B_353B_3833, count: 5, start)
        return put(component: Int(index), out)
    }
}

// MARK: - Bytes

extension RowEncoder {
    /// A number 0 … 255 and ";", in one store.
    @inline(__always)
    private func put(component: Int, _ out: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        let entry = digits[component]
        UnsafeMutableRawPointer(out).storeBytes(of: UInt32(truncatingIfNeeded: entry), as: UInt32.self)
        return out + Int(truncatingIfNeeded: entry &>> 32)
    }

    /// The low `count` bytes of `word`, at most 8; stores 8.
    @inline(__always)
    private static func put(
        _ word: UInt64, count: Int, _ out: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        UnsafeMutableRawPointer(out).storeBytes(of: word, as: UInt64.self)
        return out + count
    }

    /// UTF-8 of a glyph from 0x80.
    @inline(__always)
    private static func put(_ glyph: UInt32, _ out: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        if glyph &- 0x800 < 0xF800 {
            let bytes = 0x8080E0 | glyph &>> 12 | (glyph &>> 6 & 0x3F) &<< 8 | (glyph & 0x3F) &<< 16
            UnsafeMutableRawPointer(out).storeBytes(of: bytes, as: UInt32.self)
            return out + 3
        }
        if glyph < 0x800 {
            UnsafeMutableRawPointer(out).storeBytes(
                of: UInt16(truncatingIfNeeded: 0x80C0 | glyph &>> 6 | (glyph & 0x3F) &<< 8), as: UInt16.self)
            return out + 2
        }
        let head = 0xF0 | glyph &>> 18 | (glyph &>> 12 & 0x3F | 0x80) &<< 8
        let tail = (glyph &>> 6 & 0x3F | 0x80) &<< 16 | (glyph & 0x3F | 0x80) &<< 24
        UnsafeMutableRawPointer(out).storeBytes(of: head | tail, as: UInt32.self)
        return out + 4
    }

    /// `CSI n final`, without the number where it is 1.
    private func put(
        control number: Int, _ final: UInt8, _ start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var out = Self.put(0x5B1B, count: 2, start)
        if number != 1 { out = put(number: number, out) }
        out.pointee = final
        return out + 1
    }

    /// Decimal digits of a number 0 … 99 999.
    private func put(number: Int, _ start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        if number < 256 { return put(component: number, start) - 1 }
        let out = put(number: number / 10, start)
        out.pointee = UInt8(48 + number % 10)
        return out + 1
    }
}

/// Decimal digits of 0 … 255 with ";" behind: bytes in the low half, their count in the high half.
private struct DecimalTable: @unchecked Sendable {
    // Sendable: the memory is written once, before `shared` can be seen, and never freed.
    static let shared = DecimalTable()
    let entries: UnsafePointer<UInt64>

    private init() {
        let table = UnsafeMutablePointer<UInt64>.allocate(capacity: 256)
        for number in 0..<256 {
            let text = Array(String(number).utf8) + [UInt8(ascii: ";")]
            var word = UInt64(text.count) << 32
            for (at, byte) in text.enumerated() { word |= UInt64(byte) << UInt64(8 * at) }
            table[number] = word
        }
        entries = UnsafePointer(table)
    }
}
