import Glibc

/// Contrast, brightness, gamma and saturation, each −100 … 100 (mpv's scale). 0 keeps the source's own.
package struct PictureAdjustment: Sendable, Hashable {
    package enum Property: Sendable, Hashable, CaseIterable { case contrast, brightness, gamma, saturation }

    private var values: [Property: Int] = [:]

    package static let neutral = PictureAdjustment()

    package init() {}

    package subscript(property: Property) -> Int {
        get { values[property] ?? 0 }
        set {
            let value = min(max(newValue, -100), 100)
            values[property] = value == 0 ? nil : value
        }
    }

    /// Returns the new level for each level of a channel: contrast around black (×0 … ×2, as in mpv), then brightness
    /// added, then gamma (8^(x/100), mpv's `video_equalizer`).
    package func curve() -> [UInt8] {
        let contrast = Double(self[.contrast] + 100) / 100
        let brightness = Double(self[.brightness]) / 100
        let exponent = 1 / pow8(Double(self[.gamma]) / 100)
        return (0..<256).map { level in
            let linear = min(max(Double(level) / 255 * contrast + brightness, 0), 1)
            return UInt8((power(linear, exponent) * 255).rounded())
        }
    }

    package func applied(to picture: PixelBuffer, pool: inout PixelPool) -> PixelBuffer {
        guard self != .neutral else { return picture }
        let curve = curve()
        // 16.16 fixed point; 0 is grey, 2 doubles the distance from it.
        let saturation = Int32((self[.saturation] + 100) * 65_536 / 100)
        return picture.withBytes { source in
            pool.make(width: picture.width, height: picture.height) { target in
                Self.convert(source, target, curve: curve, saturation: saturation)
            }
        }
    }

    private static func convert(
        _ source: UnsafeBufferPointer<UInt8>, _ target: UnsafeMutableBufferPointer<UInt8>, curve: [UInt8],
        saturation: Int32
    ) {
        var at = 0
        while at < source.count {
            let red = Int32(curve[Int(source[at])])
            let green = Int32(curve[Int(source[at + 1])])
            let blue = Int32(curve[Int(source[at + 2])])
            // BT.709 luma, in 1/65536.
            let luma = (red &* 13_933 &+ green &* 46_871 &+ blue &* 4732) >> 16
            target[at] = clamp(luma &+ ((red &- luma) &* saturation) >> 16)
            target[at + 1] = clamp(luma &+ ((green &- luma) &* saturation) >> 16)
            target[at + 2] = clamp(luma &+ ((blue &- luma) &* saturation) >> 16)
            target[at + 3] = 0
            at += 4
        }
    }

    private static func clamp(_ value: Int32) -> UInt8 { UInt8(min(max(value, 0), 255)) }
}

private func power(_ base: Double, _ exponent: Double) -> Double { base <= 0 ? 0 : pow(base, exponent) }
private func pow8(_ exponent: Double) -> Double { pow(8, exponent) }
