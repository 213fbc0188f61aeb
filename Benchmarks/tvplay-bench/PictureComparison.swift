import Cells
import Glibc

/// Compares pictures by termbench's definitions: mean squared error of the components, and SSIM (Wang et al., IEEE TIP
/// 2004) on gamma-coded luma in windows of 7 × 7, two pixels apart.
struct PictureComparison {
    private var squares = 0.0
    private var components = 0.0
    private var similarities: [Double] = []

    /// In decibels; 70 without a difference.
    var peakSignalToNoise: Double {
        let error = squares / max(1, components)
        return error < 0.0065 ? 70 : 10 * log10(65025 / error)
    }

    var similarity: Double { similarities.reduce(0, +) / Double(max(1, similarities.count)) }
    var leastSimilarity: Double { similarities.min() ?? 1 }

    /// Adds a frame: half-blocks in direct or palette colours.
    mutating func add(wanted: CellBuffer, shown: UnsafeBufferPointer<Cell>) {
        let a = Pixels(wanted.withCells { Array($0) }, columns: wanted.columns)
        let b = Pixels(Array(shown), columns: wanted.columns)
        for (p, q) in zip(a.components, b.components) { squares += Double((p - q) * (p - q)) }
        components += Double(a.components.count)
        similarities.append(Self.similarity(a, b))
    }

    private static func similarity(_ a: Pixels, _ b: Pixels) -> Double {
        var total = 0.0
        var count = 0
        let n = 7
        for y in stride(from: 0, through: a.height - n, by: 2) {
            for x in stride(from: 0, through: a.width - n, by: 2) {
                var (sumA, sumB, aa, bb, ab): (Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0)
                for row in y..<y + n {
                    for column in x..<x + n {
                        let (p, q) = (a.luma[row * a.width + column], b.luma[row * a.width + column])
                        sumA += p
                        sumB += q
                        aa += p * p
                        bb += q * q
                        ab += p * q
                    }
                }
                let (meanA, meanB) = (sumA / 49, sumB / 49)
                let (varianceA, varianceB) = (aa / 49 - meanA * meanA, bb / 49 - meanB * meanB)
                let covariance = ab / 49 - meanA * meanB
                total += Double(
                    (2 * meanA * meanB + 6.5025) * (2 * covariance + 58.5225)
                        / ((meanA * meanA + meanB * meanB + 6.5025) * (varianceA + varianceB + 58.5225)))
                count += 1
            }
        }
        return count > 0 ? total / Double(count) : 1
    }
}

private struct Pixels {
    let width: Int
    let height: Int
    /// Red, green, blue of each pixel, row by row.
    var components: [Int]
    var luma: [Float]

    init(_ cells: [Cell], columns: Int) {
        width = columns
        height = 2 * cells.count / columns
        components = [Int](repeating: 0, count: 3 * width * height)
        luma = [Float](repeating: 0, count: width * height)
        for (at, cell) in cells.enumerated() {
            let (x, y) = (at % columns, at / columns)
            set(x, 2 * y, cell.glyph == 0x20 ? cell.background : cell.foreground)
            set(x, 2 * y + 1, cell.background)
        }
    }

    private mutating func set(_ x: Int, _ y: Int, _ color: Color) {
        let direct = color.isDefault ? Color.rgb(0, 0, 0) : color.direct
        let at = y * width + x
        let (red, green, blue) = (Int(direct.red), Int(direct.green), Int(direct.blue))
        components[3 * at] = red
        components[3 * at + 1] = green
        components[3 * at + 2] = blue
        luma[at] = 0.2126 * Float(red) + 0.7152 * Float(green) + 0.0722 * Float(blue)
    }
}
