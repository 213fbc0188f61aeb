import PlayCore

/// Synthetic pictures that are the same on every machine.
enum Pattern: String, CaseIterable {
    /// Colour bars, with a white bar that moves over them: few changes.
    case testCard = "testcard"
    /// A zoom into the edge of the Mandelbrot set: everything changes smoothly.
    case mandelbrot
    /// Independent pixels: everything changes, nothing repeats.
    case noise

    func picture(_ number: Int, width: Int, height: Int) -> PixelBuffer {
        PixelBuffer(width: width, height: height) { bytes in
            switch self {
            case .testCard: Self.testCard(number, width, height, bytes)
            case .mandelbrot: Self.mandelbrot(number, width, height, bytes)
            case .noise: Self.noise(number, bytes)
            }
        }
    }

    private typealias Bytes = UnsafeMutableBufferPointer<UInt8>

    private static func put(_ red: Int, _ green: Int, _ blue: Int, _ bytes: Bytes, pixel: Int) {
        bytes[pixel * 4] = UInt8(truncatingIfNeeded: red)
        bytes[pixel * 4 + 1] = UInt8(truncatingIfNeeded: green)
        bytes[pixel * 4 + 2] = UInt8(truncatingIfNeeded: blue)
    }

    private static func testCard(_ number: Int, _ width: Int, _ height: Int, _ bytes: Bytes) {
        let bar = number * 3 % width
        for y in 0..<height {
            for x in 0..<width {
                let pixel = y * width + x
                if (bar..<(bar + 8)).contains(x) {
                    put(255, 255, 255, bytes, pixel: pixel)
                } else if y * 4 >= height * 3 {
                    let grey = x * 255 / max(1, width - 1)
                    put(grey, grey, grey, bytes, pixel: pixel)
                } else {
                    let colour = 7 - x * 8 / width
                    put(
                        colour & 2 == 0 ? 16 : 192, colour & 4 == 0 ? 16 : 192, colour & 1 == 0 ? 16 : 192,
                        bytes, pixel: pixel)
                }
            }
        }
    }

    private static func mandelbrot(_ number: Int, _ width: Int, _ height: Int, _ bytes: Bytes) {
        // 1.5 % closer with each picture. Plain IEEE operations only: the same bits everywhere.
        var scale = 0.01 / Double(width)
        for _ in 0..<number { scale *= 0.985 }
        for y in 0..<height {
            for x in 0..<width {
                let real = -0.743643887 + (Double(x) - Double(width) / 2) * scale
                let imaginary = 0.131825904 + (Double(y) - Double(height) / 2) * scale
                let count = escapeTime(real, imaginary)
                put(count * 7, count * 5 + 40, count * 11 + 90, bytes, pixel: y * width + x)
            }
        }
    }

    private static func escapeTime(_ real: Double, _ imaginary: Double) -> Int {
        var (x, y, count) = (0.0, 0.0, 0)
        while count < 200 {
            let (squareX, squareY) = (x * x, y * y)
            if squareX + squareY > 4 { break }
            y = 2 * x * y + imaginary
            x = squareX - squareY + real
            count += 1
        }
        return count
    }

    private static func noise(_ number: Int, _ bytes: Bytes) {
        // splitmix64
        var state = UInt64(number) &* 0x1000_0000
        for pixel in 0..<(bytes.count / 4) {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ value &>> 30) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ value &>> 27) &* 0x94D0_49BB_1331_11EB
            value ^= value &>> 31
            put(Int(value & 255), Int(value &>> 8 & 255), Int(value &>> 16 & 255), bytes, pixel: pixel)
        }
    }
}
