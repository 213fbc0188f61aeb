import Encoding

/// Writes PNG (ISO/IEC 15948), 24-bit RGB, for kitty's graphics protocol. Each pixel is the difference from its left
/// neighbour. On film that takes a fifth off the bytes of zlib alone and half of its time.
enum PNGImage {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// 8 bits, RGB, deflate, the five filters, not interlaced.
    private static let kind: [UInt8] = [8, 2, 0, 0, 0]

    /// - Parameter pixels: the lowest byte is red.
    static func encoded(_ pixels: [UInt32], width: Int, area: PixelArea) -> [UInt8] {
        let header = bigEndian(UInt32(area.columns.count)) + bigEndian(UInt32(area.rows.count)) + kind
        return signature + chunk("IHDR", header)
            + chunk("IDAT", Deflate.packed(differences(pixels, width: width, area: area))) + chunk("IEND", [])
    }

    private static func differences(_ pixels: [UInt32], width: Int, area: PixelArea) -> [UInt8] {
        let size = (area.columns.count * 3 + 1) * area.rows.count
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            pixels.withUnsafeBufferPointer { pixels in
                var at = 0
                for row in area.rows {
                    // The filter "Sub".
                    buffer[at] = 1
                    at &+= 1
                    var left: UInt32 = 0
                    for pixel in pixels[row * width + area.columns.lowerBound..<row * width + area.columns.upperBound] {
                        buffer[at] = UInt8(truncatingIfNeeded: pixel &- left)
                        buffer[at &+ 1] = UInt8(truncatingIfNeeded: pixel &>> 8 &- left &>> 8)
                        buffer[at &+ 2] = UInt8(truncatingIfNeeded: pixel &>> 16 &- left &>> 16)
                        at &+= 3
                        left = pixel
                    }
                }
            }
            count = size
        }
    }

    private static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + bytes
        return bigEndian(UInt32(bytes.count)) + body + bigEndian(CRC32.sum(body))
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
