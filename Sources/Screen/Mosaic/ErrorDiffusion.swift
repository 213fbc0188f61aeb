/// Dithering for a still picture: Floyd and Steinberg (1976), rows alternately left to right and right to left. Finer
/// than ordered dithering, but one changed pixel changes all that follow, so it is not for motion.
struct ErrorDiffusion {
    /// Two rows of errors in 16ths, with an empty entry at both ends of each.
    private var errors: [SIMD4<Int32>] = []

    /// - Parameters:
    ///   - pixels: `width × height` words, red lowest, `stride` words from row to row.
    ///   - inks: receives `width × height` inks, without gaps.
    mutating func run(
        _ pixels: UnsafePointer<UInt32>, width: Int, height: Int, stride: Int, quantizer: some InkQuantizer,
        into inks: UnsafeMutablePointer<UInt32>
    ) {
        let rowLength = width + 2
        errors.removeAll(keepingCapacity: true)
        errors.append(contentsOf: repeatElement(SIMD4(repeating: 0), count: 2 * rowLength))
        errors.withUnsafeMutableBufferPointer { errors in
            guard var here = errors.baseAddress else { return }
            var below = here + rowLength
            for y in 0..<height {
                below.update(repeating: SIMD4(repeating: 0), count: rowLength)
                let step = y & 1 == 0 ? 1 : -1
                Self.row(
                    pixels + y * stride, count: width, from: step == 1 ? 0 : width - 1, step: step,
                    here: here + 1, below: below + 1, quantizer: quantizer, into: inks + y * width)
                swap(&here, &below)
            }
        }
    }

    @inline(__always)
    private static func row(
        _ pixels: UnsafePointer<UInt32>, count: Int, from start: Int, step: Int,
        here: UnsafeMutablePointer<SIMD4<Int32>>, below: UnsafeMutablePointer<SIMD4<Int32>>,
        quantizer: some InkQuantizer, into inks: UnsafeMutablePointer<UInt32>
    ) {
        var at = start
        for _ in 0..<count {
            let pixel = pixels[at]
            let source = SIMD4<UInt32>(pixel & 0xFF, (pixel &>> 8) & 0xFF, (pixel &>> 16) & 0xFF, 0)
            // Limits the error to half a range beyond both ends. A tighter limit loses errors that the next pixels
            // could correct; a wider one smears errors that none can.
            let wanted = (SIMD4<Int32>(truncatingIfNeeded: source) &* 16 &+ here[at])
                .clamped(lowerBound: SIMD4(repeating: -128 * 16), upperBound: SIMD4(repeating: 383 * 16))
            let rounded = (wanted &+ 8) &>> 4
            let (ink, got) = quantizer.quantize(rounded[0], rounded[1], rounded[2])
            inks[at] = ink
            let error = wanted &- got &* 16
            let ahead = (error &* 7) &>> 4
            let behind = (error &* 3) &>> 4
            let beneath = (error &* 5) &>> 4
            here[at &+ step] &+= ahead
            below[at &- step] &+= behind
            below[at] &+= beneath
            below[at &+ step] &+= error &- ahead &- behind &- beneath
            at &+= step
        }
    }
}

protocol InkQuantizer {
    /// Components −128 … 383.
    func quantize(_ red: Int32, _ green: Int32, _ blue: Int32) -> (ink: UInt32, color: SIMD4<Int32>)
}

struct PaletteQuantizer<Search: PaletteSearch>: InkQuantizer {
    let search: Search
    let indexes: UnsafePointer<UInt8>

    @inline(__always)
    func quantize(_ red: Int32, _ green: Int32, _ blue: Int32) -> (ink: UInt32, color: SIMD4<Int32>) {
        let at = search.nearest(red, green, blue)
        let color = Int32(truncatingIfNeeded: search.colors[at])
        return (
            0x0100_0000 | UInt32(indexes[at]), SIMD4(color &>> 16, (color &>> 8) & 0xFF, color & 0xFF, 0)
        )
    }
}

/// Quantizes to levels of grey, 0 ... `top`. The pixels have to be grey.
struct LevelQuantizer: InkQuantizer {
    let top: Int32

    @inline(__always)
    func quantize(_ red: Int32, _ green: Int32, _ blue: Int32) -> (ink: UInt32, color: SIMD4<Int32>) {
        let level = min(max((red &* top &+ 127) / 255, 0), top)
        let value = (level &* 255 &+ top / 2) / top
        return (UInt32(truncatingIfNeeded: level), SIMD4(value, value, value, 0))
    }
}
