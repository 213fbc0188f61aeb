/// Encodes palette entries as sixel bands (DEC, "VT330/VT340 Programmer Reference", chapter 14). A band is six rows of
/// pixels. It is written colour by colour: `#n`, then one character a column, whose six bits mark the pixels of that
/// colour. `!count` shortens runs. Keeps its memory for the next picture; one thread at a time.
struct SixelEncoder {
    /// The bits of every colour in every column of a band: 256 × width, all zero between bands.
    private var bits: [UInt8] = []
    private var output: [UInt8] = []

    /// `bandStarts` has the offsets at which the bands begin, and that of the end.
    struct Result {
        let bytes: [UInt8]
        let bandStarts: [Int]
    }

    /// - Parameters:
    ///   - inks: `width × height` words whose low byte is an entry of the terminal's palette.
    ///   - palette: the entries in use; they become the image's colour registers from 0 on, in this order.
    mutating func encode(
        _ inks: UnsafePointer<UInt32>, width: Int, height: Int, palette: MosaicPalette
    ) -> Result {
        reserve(width)
        var bytes = Self.definitions(palette)
        var bandStarts = [bytes.count]
        let firstEntry = palette.indexes.first ?? 0
        var top = 0
        while top < height {
            let band = inks + top * width
            let lines = min(6, height - top)
            bits.withUnsafeMutableBufferPointer { bits in
                output.withUnsafeMutableBufferPointer { output in
                    guard let bits = bits.baseAddress, let start = output.baseAddress else { return }
                    let count = Self.band(band, width: width, lines: lines, firstEntry, bits, into: start)
                    bytes.append(contentsOf: output[..<count])
                }
            }
            bandStarts.append(bytes.count)
            top += 6
        }
        return Result(bytes: bytes, bandStarts: bandStarts)
    }

    private mutating func reserve(_ width: Int) {
        if bits.count < 256 * width { bits = [UInt8](repeating: 0, count: 256 * width) }
        // A colour's worst case: carriage return, register, a character per column. A band has no more colours than
        // pixels.
        let capacity = min(256, 6 * width) * (width + 6) + 1
        if output.count < capacity { output = [UInt8](repeating: 0, count: capacity) }
    }

    /// Returns `#n;2;r;g;b` per entry, in per cent.
    private static func definitions(_ palette: MosaicPalette) -> [UInt8] {
        var text = ""
        for (register, color) in palette.colors.enumerated() {
            func percent(_ component: UInt32) -> UInt32 { (component * 100 + 127) / 255 }
            text +=
                "#\(register);2;\(percent(color >> 16));\(percent(color >> 8 & 0xFF));\(percent(color & 0xFF))"
        }
        return Array(text.utf8)
    }

    /// The first and last column of each colour; `0xFFFF` if it does not occur.
    private struct Extent {
        var first: UInt16 = 0xFFFF
        var last: UInt16 = 0
    }

    private static func band(
        _ inks: UnsafePointer<UInt32>, width: Int, lines: Int, _ firstEntry: UInt8,
        _ bits: UnsafeMutablePointer<UInt8>, into output: UnsafeMutablePointer<UInt8>
    ) -> Int {
        withUnsafeTemporaryAllocation(of: Extent.self, capacity: 256) { extents in
            guard let extents = extents.baseAddress else { return 0 }
            extents.initialize(repeating: Extent(), count: 256)
            var line = 0
            while line < lines {
                collect(inks + line &* width, width: width, bit: 1 &<< UInt8(line), firstEntry, bits, extents)
                line &+= 1
            }
            var out = output
            var color = 0
            var isFirst = true
            while color < 256 {
                let extent = extents[color]
                if extent.first != 0xFFFF {
                    if !isFirst { out = put(0x24, out) }
                    isFirst = false
                    out = put(0x23, out)
                    out = decimal(color, out)
                    out = runs(bits + color &* width, Int(extent.first), Int(extent.last), out)
                }
                color &+= 1
            }
            out = put(0x2D, out)
            return out - output
        }
    }

    @inline(__always)
    private static func collect(
        _ inks: UnsafePointer<UInt32>, width: Int, bit: UInt8, _ firstEntry: UInt8,
        _ bits: UnsafeMutablePointer<UInt8>, _ extents: UnsafeMutablePointer<Extent>
    ) {
        var column = 0
        while column < width {
            let color = Int(UInt8(truncatingIfNeeded: inks[column]) &- firstEntry)
            bits[color &* width &+ column] |= bit
            let place = UInt16(truncatingIfNeeded: column)
            if place < extents[color].first { extents[color].first = place }
            if place > extents[color].last { extents[color].last = place }
            column &+= 1
        }
    }

    /// Writes a colour's characters up to its last column, and clears its bits.
    @inline(__always)
    private static func runs(
        _ bits: UnsafeMutablePointer<UInt8>, _ first: Int, _ last: Int, _ output: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var out = run(0, count: first, output)
        var column = first
        while column <= last {
            let value = bits[column]
            let start = column
            while column <= last, bits[column] == value {
                bits[column] = 0
                column &+= 1
            }
            out = run(value, count: column &- start, out)
        }
        return out
    }

    @inline(__always)
    private static func run(
        _ value: UInt8, count: Int, _ output: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var out = output
        let character = value &+ 0x3F
        if count > 3 {
            out = put(0x21, out)
            out = decimal(count, out)
            return put(character, out)
        }
        var rest = count
        while rest > 0 {
            out = put(character, out)
            rest &-= 1
        }
        return out
    }

    @inline(__always)
    private static func put(_ byte: UInt8, _ output: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        output[0] = byte
        return output + 1
    }

    /// Writes a number of 0 … 9999.
    @inline(__always)
    private static func decimal(_ number: Int, _ output: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        var out = output
        if number >= 1000 { out = put(UInt8(truncatingIfNeeded: 0x30 &+ number / 1000 % 10), out) }
        if number >= 100 { out = put(UInt8(truncatingIfNeeded: 0x30 &+ number / 100 % 10), out) }
        if number >= 10 { out = put(UInt8(truncatingIfNeeded: 0x30 &+ number / 10 % 10), out) }
        return put(UInt8(truncatingIfNeeded: 0x30 &+ number % 10), out)
    }
}
