// The hot loop of the screen. ``FrameEncoder`` calls it on the main thread once per changed row.
//
// All of it is in this file and works on raw pointers and local values, so that it compiles to one function. 240 × 67
// cells of a detailed picture take about 0.1 ms this way, ten times that with arrays (measured 2026-11 with Swift 6.3).

struct Pen {
    static let unknownAttributes: UInt32 = 0xFFFF_FFFF

    /// −1: unknown.
    var column = -1
    var row = -1
    /// The colours; valid only if the attributes are known.
    var foreground = Color.terminalDefault.rawValue
    var background = Color.terminalDefault.rawValue
    var attributes = unknownAttributes
}

/// Encodes the differences between rows. The caller guarantees the memory behind the pointers.
struct RowEncoder {
    /// The most bytes per cell: a move of 13, a full change of style of 51, a glyph of 4.
    static let maximumBytesPerCell = 72

    let profile: EncoderProfile
    private let isDirect: Bool
    private let keepsPalette: Bool
    /// Whether foreground and background of a block may be exchanged, because both forms look the same.
    private let mayExchange: Bool
    private let digits: UnsafePointer<UInt64>

    init(profile: EncoderProfile) {
        self.profile = profile
        isDirect = profile.colorDepth == .trueColor
        keepsPalette = profile.colorDepth == .trueColor || profile.colorDepth == .palette256
        mayExchange = profile.colorDepth != .mono && profile.colorDepth != .grey && profile.isUTF8
        digits = DecimalTable.shared.entries
    }

    /// Writes the bytes that turn `shown` into `target` at row `row`, and updates `shown`.
    ///
    /// Both rows are sanitized (``GlyphRules``) and `columns` long. `start` has space for ``maximumBytesPerCell`` per
    /// cell and 16 bytes more. Returns the end of the written bytes.
    func encode(
        _ target: UnsafePointer<Cell>, over shown: UnsafeMutablePointer<Cell>, columns: Int, row: Int,
        pen storedPen: inout Pen, to start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var out = start
        // Single values stay in registers; a struct would not, because the slow paths take its address.
        var column = storedPen.row == row ? storedPen.column : -1
        var penForeground = storedPen.foreground
        var penBackground = storedPen.background
        var penAttributes = storedPen.attributes
        let new = UnsafeRawPointer(target)
        let old = UnsafeRawPointer(shown)
        let (digits, isDirect, mayExchange) = (digits, isDirect, mayExchange)
        var x = 0
        while x < columns {
            let low = new.load(fromByteOffset: x &* 16, as: UInt64.self)
            let high = new.load(fromByteOffset: x &* 16 &+ 8, as: UInt64.self)
            var glyph = UInt32(truncatingIfNeeded: low)
            if (low == old.load(fromByteOffset: x &* 16, as: UInt64.self)
                && high == old.load(fromByteOffset: x &* 16 &+ 8, as: UInt64.self)) || glyph == 0
            {
                x &+= 1
                continue
            }
            if column != x {
                var pen = storedPen
                if column >= 0 { (pen.column, pen.row) = (column, row) }
                (pen.foreground, pen.background, pen.attributes) = (penForeground, penBackground, penAttributes)
                out = move(to: x, row, target, pen, out)
            }
            var foreground = UInt32(truncatingIfNeeded: low &>> 32)
            var background = UInt32(truncatingIfNeeded: high)
            // A fast path for the usual cell of a detailed picture, ▀ in two new colours. It halves the time.
            if glyph == 0x2580, isDirect, high < 0x0100_0000, foreground < 0x0100_0000, penAttributes == 0,
                foreground != background, foreground != penForeground, background != penBackground,
                foreground != penBackground, background != penForeground
            {
                out = Self.put(0x3B_323B_3833_5B1B, count: 7, out)
                out = Self.put(components: foreground, digits, out)
                out = Self.put(0x3B_323B_3834, count: 5, out)
                out = Self.put(components: background, digits, out)
                UnsafeMutableRawPointer(out - 1).storeBytes(of: 0x8096_E26D, as: UInt32.self)
                out += 3
                (penForeground, penBackground) = (foreground, background)
                x &+= 1
                column = x
                continue
            }
            let attributes = UInt32(truncatingIfNeeded: high &>> 32)
            if attributes | penAttributes == 0 {
                // Only the background matters for a plain space. A block has several forms that look the same.
                if glyph == 0x20 {
                    foreground = penForeground
                } else if glyph &- 0x2580 <= 8, mayExchange, (foreground | background) &>> 25 == 0 {
                    Self.settleBlock(&glyph, &foreground, &background, penForeground, penBackground)
                }
            }
            let changesAttributes = attributes != penAttributes
            if changesAttributes {
                var pen = Pen(foreground: penForeground, background: penBackground, attributes: penAttributes)
                out = beginAttributes(attributes, &pen, out)
                (penForeground, penBackground, penAttributes) = (pen.foreground, pen.background, attributes)
            }
            let changesForeground = foreground != penForeground
            let changesBackground = background != penBackground
            if changesForeground || changesBackground || changesAttributes {
                if !changesAttributes { out = Self.put(0x5B1B, count: 2, out) }
                if changesForeground {
                    out =
                        isDirect && foreground < 0x0100_0000
                        ? Self.put(direct: foreground, 0x3B_323B_3833, digits, out)
                        : putOther(color: foreground, isBackground: false, out)
                }
                if changesBackground {
                    out =
                        isDirect && background < 0x0100_0000
                        ? Self.put(direct: background, 0x3B_323B_3834, digits, out)
                        : putOther(color: background, isBackground: true, out)
                }
                // Replaces the last ";".
                (out - 1).pointee = UInt8(ascii: "m")
                (penForeground, penBackground) = (foreground, background)
            }
            if glyph >= 0x80 {
                out = Self.put(glyph, out)
                x &+= x &+ 1 < columns && target[x &+ 1].glyph == 0 ? 2 : 1
                column = x
                continue
            }
            out.pointee = UInt8(truncatingIfNeeded: glyph)
            out += 1
            let run = Self.run(of: low, high, in: new, from: x, columns)
            if run > 4 {
                let isErased =
                    glyph == 0x20 && penAttributes == 0
                    && (penBackground == Color.terminalDefault.rawValue || profile.hasBackColorErase)
                let end = finishRun(run, glyph: glyph, isErased: isErased, at: x, old, low, high, columns, out)
                (out, column) = (end.out, end.column)
                x &+= end.length
            } else {
                x &+= 1
                column = x
            }
        }
        // After the last column, terminals differ: the cursor is on it, or waits behind it.
        storedPen.row = column >= 0 ? row : storedPen.row
        if storedPen.row == row { storedPen.column = column < columns ? column : -1 }
        (storedPen.foreground, storedPen.background) = (penForeground, penBackground)
        storedPen.attributes = penAttributes
        shown.update(from: target, count: columns)
        return out
    }

    @inline(__always)
    private static func run(
        of low: UInt64, _ high: UInt64, in cells: UnsafeRawPointer, from x: Int, _ columns: Int
    ) -> Int {
        var run = 1
        while x &+ run < columns, cells.load(fromByteOffset: (x &+ run) &* 16, as: UInt64.self) == low,
            cells.load(fromByteOffset: (x &+ run) &* 16 &+ 8, as: UInt64.self) == high
        {
            run &+= 1
        }
        return run
    }

    /// Chooses among `▀ ▄ █` and space for two colours, so that few colours change.
    @inline(__always)
    private static func settleBlock(
        _ glyph: inout UInt32, _ foreground: inout UInt32, _ background: inout UInt32, _ penForeground: UInt32,
        _ penBackground: UInt32
    ) {
        let top: UInt32
        let bottom: UInt32
        switch glyph {
        case 0x2580: (top, bottom) = (foreground, background)
        case 0x2584: (top, bottom) = (background, foreground)
        case 0x2588: (top, bottom) = (foreground, foreground)
        default: return
        }
        if top == bottom {
            if penForeground == top && penBackground != top {
                (glyph, foreground, background) = (0x2588, top, penBackground)
            } else {
                (glyph, foreground, background) = (0x20, penForeground, top)
            }
        } else if penForeground == bottom || (penBackground == top && penForeground != top) {
            (glyph, foreground, background) = (0x2584, bottom, top)
        } else {
            (glyph, foreground, background) = (0x2580, top, bottom)
        }
    }

    /// Ends a run of equal one-byte cells whose first cell is written. `length` is the number of the other cells.
    @inline(never)
    private func finishRun(
        _ run: Int, glyph: UInt32, isErased: Bool, at x: Int, _ old: UnsafeRawPointer, _ low: UInt64, _ high: UInt64,
        _ columns: Int, _ start: UnsafeMutablePointer<UInt8>
    ) -> (length: Int, column: Int, out: UnsafeMutablePointer<UInt8>) {
        // The last cells of the run need no bytes if the screen shows them already.
        var length = run
        while length > 1, old.load(fromByteOffset: (x + length - 1) * 16, as: UInt64.self) == low,
            old.load(fromByteOffset: (x + length - 1) * 16 + 8, as: UInt64.self) == high
        {
            length -= 1
        }
        let rest = length - 1
        if isErased, x + run == columns, rest > 3 {
            return (run, x + 1, Self.put(0x4B5B1B, count: 3, start))
        }
        var out = start
        if profile.hasRepeat, rest > 4 {
            out = put(control: rest, UInt8(ascii: "b"), out)
        } else if isErased, rest > 12 {
            out = put(control: rest, UInt8(ascii: "X"), out)
            out = put(control: rest, UInt8(ascii: "C"), out)
        } else {
            for _ in 0..<rest {
                out.pointee = UInt8(truncatingIfNeeded: glyph)
                out += 1
            }
        }
        return (length, x + length, out)
    }
}

// MARK: - Moving

extension RowEncoder {
    @inline(never)
    private func move(
        to x: Int, _ row: Int, _ target: UnsafePointer<Cell>, _ pen: Pen, _ start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var out = start
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
            // From the tenth row on, "\r\n" and a move right are shorter than an address.
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

    /// Returns whether the cells are ASCII in the style of the pen, so that writing them again is cheaper than a move.
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
    /// Begins an SGR, up to the last ";". To remove one attribute, it removes all, which resets the colours.
    @inline(never)
    private func beginAttributes(
        _ attributes: UInt32, _ pen: inout Pen, _ start: UnsafeMutablePointer<UInt8>
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
        return out
    }

    /// Writes `38;2;r;g;b;`; `prefix` is "38;2;" or "48;2;".
    @inline(__always)
    private static func put(
        direct color: UInt32, _ prefix: UInt64, _ digits: UnsafePointer<UInt64>, _ start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        put(components: color, digits, put(prefix, count: 5, start))
    }

    /// Writes `r;g;b;`.
    @inline(__always)
    private static func put(
        components color: UInt32, _ digits: UnsafePointer<UInt64>, _ start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var out = put(component: Int(color &>> 16 & 255), digits, start)
        out = put(component: Int(color &>> 8 & 255), digits, out)
        return put(component: Int(color & 255), digits, out)
    }

    @inline(never)
    private func putOther(
        color raw: UInt32, isBackground: Bool, _ start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var color = Color(rawValue: raw)
        if !keepsPalette || raw < 0x0100_0010 { color = profile.sent(color) }
        if color.isDefault { return put(component: isBackground ? 49 : 39, start) }
        guard let index = color.paletteIndex else {
            return Self.put(direct: color.rawValue, isBackground ? 0x3B_323B_3834 : 0x3B_323B_3833, digits, start)
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
    /// Writes a number 0 … 255 and ";" in one store.
    @inline(__always)
    private static func put(
        component: Int, _ digits: UnsafePointer<UInt64>, _ out: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        let entry = digits[component]
        UnsafeMutableRawPointer(out).storeBytes(of: UInt32(truncatingIfNeeded: entry), as: UInt32.self)
        return out + Int(truncatingIfNeeded: entry &>> 32)
    }

    private func put(component: Int, _ out: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        Self.put(component: component, digits, out)
    }

    /// Writes the low `count` bytes of `word`, at most 8. The store always touches 8 bytes.
    @inline(__always)
    private static func put(
        _ word: UInt64, count: Int, _ out: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        UnsafeMutableRawPointer(out).storeBytes(of: word, as: UInt64.self)
        return out + count
    }

    /// Writes a glyph from 0x80 on in UTF-8.
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

    /// Writes `CSI n final`; without the number if it is 1.
    private func put(
        control number: Int, _ final: UInt8, _ start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var out = Self.put(0x5B1B, count: 2, start)
        if number != 1 { out = put(number: number, out) }
        out.pointee = final
        return out + 1
    }

    /// Writes the decimal digits of a number 0 … 99 999.
    private func put(number: Int, _ start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        if number < 256 { return put(component: number, start) - 1 }
        let out = put(number: number / 10, start)
        out.pointee = UInt8(48 + number % 10)
        return out + 1
    }
}

/// The decimal digits of 0 … 255 with a final ";": the bytes in the low half, their count in the high half.
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
