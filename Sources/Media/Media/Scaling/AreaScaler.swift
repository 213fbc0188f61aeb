internal import PlayCore

/// Shrinks planar pictures by exact area averaging, plane by plane, then converts the remaining pixels. Averaging is
/// linear, so the order changes only the cost: the conversion runs over the terminal's pixels, not the film's. Keeps
/// its tables while shape and colour stay the same. One thread.
final class AreaScaler {
    private struct Key: Equatable {
        var layout: PlanarPicture.Layout
        var columns: Int
        var rows: Int
    }

    private let key: Key
    private let averagers: [PlaneAverager]
    private let blocks: Int
    private var conversion: PixelConversion?
    private let means: UnsafeMutablePointer<Float>
    private let pixels: UnsafeMutablePointer<UInt32>

    /// - Returns: `nil` if the picture is enlarged, or shrunk beyond the range of the sums.
    init?(_ layout: PlanarPicture.Layout, columns: Int, rows: Int) {
        guard columns <= layout.width, rows <= layout.height else { return nil }
        let luma = PlaneAverager.Shape(
            width: layout.width, height: layout.height, sample: layout.sample, maximum: 1 << layout.bits - 1,
            components: 1, columns: columns, rows: rows)
        var chroma = luma
        chroma.width = layout.chromaWidth
        chroma.height = layout.chromaHeight
        chroma.components = layout.isInterleaved ? 2 : 1
        let shapes = layout.isInterleaved ? [luma, chroma] : [luma, chroma, chroma]
        averagers = shapes.compactMap { PlaneAverager($0) }
        guard averagers.count == shapes.count else { return nil }
        key = Key(layout: layout, columns: columns, rows: rows)
        blocks = (columns + 7) / 8
        means = .allocate(capacity: 3 * 8 * blocks)
        means.initialize(repeating: 0, count: 3 * 8 * blocks)
        pixels = .allocate(capacity: 8 * blocks)
        pixels.initialize(repeating: 0, count: 8 * blocks)
    }

    deinit {
        means.deallocate()
        pixels.deallocate()
    }

    func fits(_ layout: PlanarPicture.Layout, columns: Int, rows: Int) -> Bool {
        key == Key(layout: layout, columns: columns, rows: rows)
    }

    /// Fills the turned picture. `columns × rows` are its pixels before the clockwise `turn`.
    func scale(
        _ picture: PlanarPicture, color: PictureColor, turn: Rotation, into out: UnsafeMutablePointer<UInt32>
    ) {
        let conversion = self.conversion.flatMap { $0.color == color ? $0 : nil } ?? PixelConversion(color)
        self.conversion = conversion
        let width = 8 * blocks
        let (y, u, v) = (means, means + width, means + 2 * width)
        for row in 0..<key.rows {
            averagers[0].average(row: row, of: picture.luma, into: y, nil)
            if let second = picture.secondChroma {
                averagers[1].average(row: row, of: picture.chroma, into: u, nil)
                averagers[2].average(row: row, of: second, into: v, nil)
            } else {
                averagers[1].average(row: row, of: picture.chroma, into: u, v)
            }
            conversion.convert(y: y, u: u, v: v, blocks: blocks, into: pixels)
            store(row, turn: turn, into: out)
        }
    }

    private func store(_ row: Int, turn: Rotation, into out: UnsafeMutablePointer<UInt32>) {
        let (columns, rows) = (key.columns, key.rows)
        let (first, step) =
            switch turn {
            case .none: (row * columns, 1)
            case .clockwise90: (rows - 1 - row, rows)
            case .half: ((rows - row) * columns - 1, -1)
            case .clockwise270: ((columns - 1) * rows + row, -rows)
            }
        if step == 1 {
            (out + first).update(from: pixels, count: columns)
            return
        }
        var at = 0
        while at < columns {
            out[first &+ at &* step] = pixels[at]
            at &+= 1
        }
    }
}
