import Encoding

/// Encodes pixels for kitty's graphics protocol (`kitty:docs/graphics-protocol.rst`): 24-bit RGB or PNG in
/// base64, for a terminal that may be on another machine.
enum KittyEncoder {
    /// The protocol allows 4096 characters a chunk, or 3072 bytes.
    private static let bytesInChunk = 3072

    /// Transmits without showing. The terminal sends no answer (`q=2`). The lowest byte of `pixels` is red.
    static func transmission(
        _ pixels: [UInt32], width: Int, area: PixelArea, isPacked: Bool, number: Int
    ) -> [UInt8] {
        let bytes =
            isPacked
            ? PNGImage.encoded(pixels, width: width, area: area) : components(pixels, width: width, area: area)
        let chunks = max(1, (bytes.count + bytesInChunk - 1) / bytesInChunk)
        let form = isPacked ? "f=100" : "f=24,s=\(area.columns.count),v=\(area.rows.count)"
        let head = Array("\u{1B}_Ga=t,i=\(number),\(form),q=2,m=\(chunks > 1 ? 1 : 0);".utf8)
        // ESC _ G m=0; … ESC \
        let capacity = head.count + (bytes.count + 2) / 3 * 4 + chunks * 9
        return [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            var out = copy(head, start)
            for chunk in 0..<chunks {
                if chunk > 0 { out = copy(chunk + 1 < chunks ? more : last, out) }
                let first = chunk * bytesInChunk
                out = characters(bytes, first..<min(bytes.count, first + bytesInChunk), into: out)
                out = copy(end, out)
            }
            count = out - start
        }
    }

    /// Returns red, green and blue of each pixel, row after row.
    private static func components(_ pixels: [UInt32], width: Int, area: PixelArea) -> [UInt8] {
        let size = area.columns.count * area.rows.count * 3
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            pixels.withUnsafeBufferPointer { pixels in
                var at = 0
                for run in area.runs(width: width) {
                    for pixel in pixels[run] {
                        buffer[at] = UInt8(truncatingIfNeeded: pixel)
                        buffer[at &+ 1] = UInt8(truncatingIfNeeded: pixel &>> 8)
                        buffer[at &+ 2] = UInt8(truncatingIfNeeded: pixel &>> 16)
                        at &+= 3
                    }
                }
            }
            count = size
        }
    }

    private static let more = Array("\u{1B}_Gm=1;".utf8)
    private static let last = Array("\u{1B}_Gm=0;".utf8)
    private static let end = Array("\u{1B}\\".utf8)

    private static func copy(
        _ bytes: [UInt8], _ out: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        bytes.withUnsafeBufferPointer { source in
            if let first = source.baseAddress { out.update(from: first, count: source.count) }
        }
        return out + bytes.count
    }

    private static func characters(
        _ bytes: [UInt8], _ range: Range<Int>, into output: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        bytes.withUnsafeBufferPointer { bytes in
            var out = output
            var at = range.lowerBound
            while at &+ 2 < range.upperBound {
                let bits = UInt32(bytes[at]) &<< 16 | UInt32(bytes[at &+ 1]) &<< 8 | UInt32(bytes[at &+ 2])
                let word =
                    character(bits &>> 18) | character((bits &>> 12) & 63) &<< 8 | character((bits &>> 6) & 63) &<< 16
                    | character(bits & 63) &<< 24
                UnsafeMutableRawPointer(out).storeBytes(of: word, as: UInt32.self)
                out += 4
                at &+= 3
            }
            return at < range.upperBound ? copy(Base64.encoded(Array(bytes[at..<range.upperBound])), out) : out
        }
    }

    /// RFC 4648, section 4, by arithmetic: a table would need another load for each character.
    @inline(__always)
    private static func character(_ value: UInt32) -> UInt32 {
        if value < 26 { return value &+ 0x41 }
        if value < 52 { return value &+ 0x47 }
        if value < 62 { return value &- 4 }
        return value == 62 ? 0x2B : 0x2F
    }
}
