package import PlayCore

/// Blends bitmaps into a picture of any size. Each pixel gets the mean of the bitmap's pixels that cover it.
package struct SubtitleBlend: Sendable {
    package let picture: SubtitlePicture

    package init(picture: SubtitlePicture) { self.picture = picture }

    package func applied(to pixels: PixelBuffer, crop: Crop, pool: inout PixelPool) -> PixelBuffer {
        pool.make(width: pixels.width, height: pixels.height) { target in
            pixels.withBytes { source in _ = target.update(from: source) }
            draw(on: target, width: pixels.width, height: pixels.height, crop)
        }
    }

    private func draw(on target: UnsafeMutableBufferPointer<UInt8>, width: Int, height: Int, _ crop: Crop) {
        let (canvasWidth, canvasHeight) = (Double(picture.canvasWidth), Double(picture.canvasHeight))
        // Pixels of the scaled picture per pixel of the canvas.
        let scaleX = Double(width) / ((1 - crop.left - crop.right) * canvasWidth)
        let scaleY = Double(height) / ((1 - crop.top - crop.bottom) * canvasHeight)
        for bitmap in picture.bitmaps {
            let left = (Double(bitmap.x) - crop.left * canvasWidth) * scaleX
            let top = (Double(bitmap.y) - crop.top * canvasHeight) * scaleY
            for y in Self.span(top, Double(bitmap.height) * scaleY, limit: height) {
                let rows = Self.span((Double(y) - top) / scaleY, 1 / scaleY, limit: bitmap.height)
                for x in Self.span(left, Double(bitmap.width) * scaleX, limit: width) {
                    let columns = Self.span((Double(x) - left) / scaleX, 1 / scaleX, limit: bitmap.width)
                    Self.mean(bitmap, columns, rows).blend(into: target, at: 4 * (y * width + x))
                }
            }
        }
    }

    /// Returns the integers from the one at `start` to just before the end, within 0 ..< limit.
    private static func span(_ start: Double, _ length: Double, limit: Int) -> Range<Int> {
        let low = min(max(0, Int(start.rounded(.down))), limit)
        let high = min(max(low, Int((start + length).rounded(.up))), limit)
        return low..<high
    }

    private static func mean(_ bitmap: SubtitleBitmap, _ columns: Range<Int>, _ rows: Range<Int>) -> Ink {
        var ink = Ink()
        var alphas = 0
        for row in rows {
            for column in columns {
                let colour = bitmap.palette[Int(bitmap.indices[row * bitmap.width + column])]
                let alpha = Int(colour >> 24)
                alphas += alpha
                ink.red += alpha * Int(colour >> 16 & 0xFF)
                ink.green += alpha * Int(colour >> 8 & 0xFF)
                ink.blue += alpha * Int(colour & 0xFF)
            }
        }
        guard alphas > 0 else { return Ink() }
        ink.red /= alphas
        ink.green /= alphas
        ink.blue /= alphas
        ink.alpha = alphas / (columns.count * rows.count)
        return ink
    }

    private struct Ink {
        var alpha = 0
        var red = 0
        var green = 0
        var blue = 0

        func blend(into target: UnsafeMutableBufferPointer<UInt8>, at index: Int) {
            guard alpha > 0 else { return }
            for (offset, above) in [red, green, blue].enumerated() {
                let below = Int(target[index + offset])
                target[index + offset] = UInt8(clamping: (below * (255 - alpha) + above * alpha + 127) / 255)
            }
        }
    }
}
