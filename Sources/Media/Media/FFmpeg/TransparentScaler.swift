package import PlayCore

package struct TransparentPicture {
    package let pixels: PixelBuffer
    /// The opacity of each pixel, 0 … 255, row by row, or `nil` if all are opaque.
    package let opacity: [UInt8]?
}

/// Scales frames with transparency. A pixel is the mean of its light weighted by opacity, so that colours of
/// transparent places do not affect edges. One thread.
package final class TransparentScaler {
    /// The limit of samples per pixel of the result in each direction. Each sample is itself an average.
    private static let mostSamples = 4
    /// Tolerates coding noise in wholly transparent or opaque places.
    private static let noise: UInt32 = 4

    private let scaler = Scaler()
    private var pool = PixelPool()

    package init() {}

    /// Scales as ``Scaler/scale(_:to:_:crop:turn:fields:)``. `crop` applies to the half with the colours.
    package func scale(
        _ frame: VideoFrame, _ transparency: Transparency, to width: Int, _ height: Int, crop: Crop,
        turn: Rotation = .none, fields: FieldChoice = .asMarked
    ) throws(MediaError) -> TransparentPicture {
        let colours: Crop
        var opacity: Crop?
        switch transparency {
        case .pixels: colours = crop
        case .half(let side):
            let side = side.turned(turn)
            (colours, opacity) = (crop.within(side.opposite), crop.within(side))
        }
        let whole = frame.rotation.followed(by: turn).isQuarterTurn
        let (wide, tall) = whole ? (frame.height, frame.width) : (frame.width, frame.height)
        let across = Self.samples(Double(wide) * (1 - colours.left - colours.right), width)
        let down = Self.samples(Double(tall) * (1 - colours.top - colours.bottom), height)
        guard let opacity else {
            let both = try scaler.scaleWithOpacity(
                frame, to: width * across, height * down, crop: colours, turn: turn, fields: fields)
            return reduced(both, opacity: both, component: 3, across, down)
        }
        let first = try scaler.scale(
            frame, to: width * across, height * down, crop: colours, turn: turn, fields: fields)
        let second = try scaler.scale(
            frame, to: width * across, height * down, crop: opacity, turn: turn, fields: fields)
        return reduced(first, opacity: second, component: 1, across, down)
    }

    private static func samples(_ source: Double, _ target: Int) -> Int {
        min(mostSamples, max(1, Int(source / Double(target))))
    }

    private func reduced(
        _ colours: PixelBuffer, opacity: PixelBuffer, component: Int, _ across: Int, _ down: Int
    ) -> TransparentPicture {
        let (width, height) = (colours.width / across, colours.height / down)
        var levels = [UInt8](repeating: 0, count: width * height)
        let pixels = colours.withBytes { colours in
            opacity.withBytes { opacity in
                pool.make(width: width, height: height) { target in
                    let mean = OpacityMean(colours: colours, opacity: opacity, component: component, across, down)
                    for row in 0..<height {
                        for column in 0..<width {
                            let at = row * width + column
                            levels[at] = mean.store(column, row, columns: width, to: target, at: 4 * at)
                        }
                    }
                }
            }
        }
        return TransparentPicture(pixels: pixels, opacity: levels.allSatisfy { $0 == 255 } ? nil : levels)
    }

    private struct OpacityMean {
        let colours: UnsafeBufferPointer<UInt8>
        let opacity: UnsafeBufferPointer<UInt8>
        let component: Int
        let across: Int
        let down: Int
        private let light = LinearLight.table

        init(
            colours: UnsafeBufferPointer<UInt8>, opacity: UnsafeBufferPointer<UInt8>, component: Int, _ across: Int,
            _ down: Int
        ) {
            (self.colours, self.opacity, self.component) = (colours, opacity, component)
            (self.across, self.down) = (across, down)
        }

        /// Returns the pixel's opacity.
        func store(
            _ column: Int, _ row: Int, columns: Int, to target: UnsafeMutableBufferPointer<UInt8>, at place: Int
        ) -> UInt8 {
            var (red, green, blue, weight): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
            let stride = columns &* across
            for y in row &* down..<(row &+ 1) &* down {
                for x in column &* across..<(column &+ 1) &* across {
                    let at = 4 &* (y &* stride &+ x)
                    let level = Self.clean(UInt32(opacity[at &+ component]))
                    red &+= light.ofCode[Int(colours[at])] &* level
                    green &+= light.ofCode[Int(colours[at &+ 1])] &* level
                    blue &+= light.ofCode[Int(colours[at &+ 2])] &* level
                    weight &+= level
                }
            }
            // Avoids a division by 0 for an invisible pixel.
            let divisor = max(1, weight)
            target[place] = light.code(red / divisor)
            target[place + 1] = light.code(green / divisor)
            target[place + 2] = light.code(blue / divisor)
            target[place + 3] = 0
            let count = UInt32(across &* down)
            return UInt8((weight &+ count / 2) / count)
        }

        private static func clean(_ level: UInt32) -> UInt32 {
            level <= noise ? 0 : level >= 255 - noise ? 255 : level
        }
    }
}

extension AlphaSide {
    fileprivate func turned(_ turn: Rotation) -> AlphaSide {
        let clockwise: [AlphaSide] = [.top, .right, .bottom, .left]
        let place = clockwise.firstIndex(of: self) ?? 0
        return clockwise[(place + turn.rawValue / 90) % 4]
    }
}

extension Crop {
    fileprivate func within(_ side: AlphaSide) -> Crop {
        switch side {
        case .left: Crop(left: left / 2, top: top, right: 0.5 + right / 2, bottom: bottom)
        case .right: Crop(left: 0.5 + left / 2, top: top, right: right / 2, bottom: bottom)
        case .top: Crop(left: left, top: top / 2, right: right, bottom: 0.5 + bottom / 2)
        case .bottom: Crop(left: left, top: 0.5 + top / 2, right: right, bottom: bottom / 2)
        }
    }
}
