import PlayCore

/// Scales views of a sphere from the planes of its pictures directly to the pixels of the terminal: each pixel is the
/// mean of the samples under it. Keeps its tables while view and shape stay the same. One thread.
final class SphereScaler {
    struct Key: Equatable {
        var source: PlanarPicture.Layout
        var layout: SphereLayout
        var view: SphereView
        var columns: Int
        var rows: Int
        var pixelAspect: Double

        var width: Int { view.style == .goggles ? max(1, columns / 2) : columns }

        /// The key without the turn to the side, which moves all pixels of equirectangular pictures alike.
        var ahead: Key {
            guard layout.projection == .equirectangular else { return self }
            var key = self
            key.view = SphereView(pan: 0, tilt: view.tilt, zoom: view.zoom, style: view.style)
            return key
        }
    }

    private var key: Key?
    private var footprints: [SphereMapping.Footprint] = []
    private var luma: [BoxMean.Box] = []
    private var chroma: [BoxMean.Box] = []
    private var conversion: PixelConversion?
    private var means: [Float] = []
    private var pixels: [UInt32] = []

    func scale(
        _ picture: PlanarPicture, _ key: Key, color: PictureColor, into out: UnsafeMutablePointer<UInt32>
    ) {
        prepare(key)
        let conversion = self.conversion.flatMap { $0.color == color ? $0 : nil } ?? PixelConversion(color)
        self.conversion = conversion
        switch picture.layout.sample {
        case .byte: scale(picture, key, conversion, UInt8.self, drop: 0, into: out)
        case .word(let shift): scale(picture, key, conversion, UInt16.self, drop: shift, into: out)
        }
    }

    private func prepare(_ key: Key) {
        guard key != self.key else { return }
        let ahead = key.ahead
        if ahead != self.key?.ahead {
            footprints = Self.footprints(ahead)
        }
        self.key = key
        let turn = (key.view.pan - ahead.view.pan) / 360
        let source = key.source
        luma = footprints.map { BoxMean.Box($0, turnedBy: turn, columns: source.width, rows: source.height) }
        chroma = footprints.map {
            BoxMean.Box($0, turnedBy: turn, columns: source.chromaWidth, rows: source.chromaHeight)
        }
        let width = (key.width + 7) / 8 * 8
        means = [Float](repeating: 0, count: 3 * width)
        pixels = [UInt32](repeating: 0, count: width)
    }

    private static func footprints(_ key: Key) -> [SphereMapping.Footprint] {
        let aspect = Double(key.width) * key.pixelAspect / Double(key.rows)
        switch key.layout.projection {
        case .equirectangular:
            return SphereMapping.footprints(key.view, key.layout, columns: key.width, rows: key.rows, aspect: aspect)
        case .cubeMap(let padding):
            return CubeMapping.footprints(
                key.view, key.layout, padding: padding, width: key.source.width, columns: key.width, rows: key.rows,
                aspect: aspect)
        }
    }

    private func scale<Sample: FixedWidthInteger & UnsignedInteger>(
        _ picture: PlanarPicture, _ key: Key, _ conversion: PixelConversion, _: Sample.Type, drop: Int,
        into out: UnsafeMutablePointer<UInt32>
    ) {
        let layout = picture.layout
        let blocks = (key.width + 7) / 8
        let lumaMean = BoxMean(columns: layout.width, step: 1, drop: drop)
        let chromaMean = BoxMean(columns: layout.chromaWidth, step: layout.isInterleaved ? 2 : 1, drop: drop)
        let second = picture.secondChroma ?? picture.chroma
        let component = layout.isInterleaved ? 1 : 0
        let (luma, chroma) = (luma, chroma)
        means.withUnsafeMutableBufferPointer { means in
            pixels.withUnsafeMutableBufferPointer { pixels in
                guard let y = means.baseAddress, let row = pixels.baseAddress else { return }
                let (u, v) = (y + 8 * blocks, y + 16 * blocks)
                for line in 0..<key.rows {
                    for column in 0..<key.width {
                        let at = line &* key.width &+ column
                        y[column] = lumaMean.mean(picture.luma, luma[at], component: 0, Sample.self)
                        u[column] = chromaMean.mean(picture.chroma, chroma[at], component: 0, Sample.self)
                        v[column] = chromaMean.mean(second, chroma[at], component: component, Sample.self)
                    }
                    conversion.convert(y: y, u: u, v: v, blocks: blocks, into: row)
                    Self.store(row, key, to: out + line * key.columns)
                }
            }
        }
    }

    private static func store(_ row: UnsafePointer<UInt32>, _ key: Key, to out: UnsafeMutablePointer<UInt32>) {
        out.update(from: row, count: key.width)
        guard key.width < key.columns else { return }
        (out + key.width).update(from: row, count: key.width)
        // An odd column belongs to neither eye.
        if key.columns > 2 * key.width { out[key.columns - 1] = row[key.width - 1] }
    }
}
