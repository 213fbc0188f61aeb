import PlayCore

/// Converts RGB to planes of luma and halved chroma, limited range: BT.709 from 720 rows on, else BT.601.
enum YUVPicture {
    /// The weights of the components, in 256ths.
    private struct Matrix {
        let y: (Int32, Int32, Int32)
        let u: (Int32, Int32, Int32)
        let v: (Int32, Int32, Int32)

        static let bt601 = Matrix(y: (66, 129, 25), u: (-38, -74, 112), v: (112, -94, -18))
        static let bt709 = Matrix(y: (47, 157, 16), u: (-26, -86, 112), v: (112, -102, -10))
    }

    /// Returns the whole grid: luma, then both planes of chroma; black around the picture.
    static func bytes(of picture: ScaledPicture) -> [UInt8] {
        let (width, height) = (picture.grid.width, picture.grid.height)
        let (chromaWidth, chromaHeight) = ((width + 1) / 2, (height + 1) / 2)
        let luma = width * height
        let chroma = chromaWidth * chromaHeight
        let matrix = height >= 720 ? Matrix.bt709 : Matrix.bt601
        return whole(picture).withBytes { source in
            [UInt8](unsafeUninitializedCapacity: luma + 2 * chroma) { target, count in
                count = luma + 2 * chroma
                guard let rgb = source.baseAddress, let out = target.baseAddress else { return }
                for pixel in 0..<luma {
                    let (red, green, blue) = (
                        Int32(rgb[pixel * 4]), Int32(rgb[pixel * 4 + 1]), Int32(rgb[pixel * 4 + 2])
                    )
                    let sum = matrix.y.0 * red + matrix.y.1 * green + matrix.y.2 * blue
                    out[pixel] = UInt8(truncatingIfNeeded: (sum + 128) >> 8 + 16)
                }
                for row in 0..<chromaHeight {
                    let (upper, lower) = (2 * row * width, min(2 * row + 1, height - 1) * width)
                    for column in 0..<chromaWidth {
                        let (left, right) = (2 * column, min(2 * column + 1, width - 1))
                        let corners = (rgb + (upper + left) * 4, rgb + (upper + right) * 4)
                        let below = (rgb + (lower + left) * 4, rgb + (lower + right) * 4)
                        func mean(_ part: Int) -> Int32 {
                            (Int32(corners.0[part]) + Int32(corners.1[part]) + Int32(below.0[part])
                                + Int32(below.1[part]) + 2) >> 2
                        }
                        let (red, green, blue) = (mean(0), mean(1), mean(2))
                        let u = matrix.u.0 * red + matrix.u.1 * green + matrix.u.2 * blue
                        let v = matrix.v.0 * red + matrix.v.1 * green + matrix.v.2 * blue
                        let place = luma + row * chromaWidth + column
                        out[place] = UInt8(truncatingIfNeeded: (u + 128) >> 8 + 128)
                        out[place + chroma] = UInt8(truncatingIfNeeded: (v + 128) >> 8 + 128)
                    }
                }
            }
        }
    }

    static func black(_ grid: PixelGrid) -> [UInt8] {
        let chroma = (grid.width + 1) / 2 * ((grid.height + 1) / 2)
        return [UInt8](repeating: 16, count: grid.width * grid.height) + [UInt8](repeating: 128, count: 2 * chroma)
    }

    private static func whole(_ picture: ScaledPicture) -> PixelBuffer {
        let (pixels, grid) = (picture.pixels, picture.grid)
        if picture.x == 0, picture.y == 0, pixels.width == grid.width, pixels.height == grid.height { return pixels }
        return PixelBuffer(width: grid.width, height: grid.height) { target in
            pixels.withBytes { source in
                let columns = min(pixels.width, grid.width - picture.x)
                guard let from = source.baseAddress, let to = target.baseAddress, columns > 0 else { return }
                for row in 0..<min(pixels.height, grid.height - picture.y) {
                    let place = ((picture.y + row) * grid.width + picture.x) * 4
                    (to + place).update(from: from + row * pixels.width * 4, count: columns * 4)
                }
            }
        }
    }
}
