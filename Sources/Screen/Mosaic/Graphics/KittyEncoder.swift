/// Encodes pixels for kitty's graphics protocol (`kitty:docs/graphics-protocol.rst`): 24-bit RGB, a pixel in four
/// characters of base64.
///
/// Uses direct transmission, because the terminal may be on another machine.
enum KittyEncoder {
    /// The protocol allows 4096 characters a chunk, or 1024 pixels.
    private static let pixelsInChunk = 1024

    /// Transmits without showing. The terminal sends no answer (`q=2`). The lowest byte of `pixels` is red.
    static func transmission(
        _ pixels: UnsafePointer<UInt32>, width: Int, height: Int, stride: Int, imageNumber: Int
    ) -> [UInt8] {
        let total = width * height
        let chunks = (total + pixelsInChunk - 1) / pixelsInChunk
        let head = Array("\u{1B}_Ga=t,i=\(imageNumber),f=24,s=\(width),v=\(height),q=2,m=\(chunks > 1 ? 1 : 0);".utf8)
        // ESC _ G m=0; … ESC \
        let capacity = head.count + total * 4 + chunks * 9
        return [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            var out = copy(head, start)
            var done = 0
            while done < total {
                let size = min(pixelsInChunk, total - done)
                if done > 0 { out = copy(done + size < total ? more : last, out) }
                var at = done
                while at < done + size {
                    let row = at / width
                    let column = at % width
                    let length = min(width - column, done + size - at)
                    out = characters(pixels + (row * stride + column), count: length, into: out)
                    at += length
                }
                out = copy(end, out)
                done += size
            }
            count = out - start
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

    @inline(__always)
    private static func characters(
        _ pixels: UnsafePointer<UInt32>, count: Int, into out: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var at = 0
        while at < count {
            let pixel = pixels[at]
            let bits = (pixel & 0xFF) &<< 16 | pixel & 0xFF00 | (pixel &>> 16) & 0xFF
            let word =
                character(bits &>> 18) | character((bits &>> 12) & 63) &<< 8 | character((bits &>> 6) & 63) &<< 16
                | character(bits & 63) &<< 24
            UnsafeMutableRawPointer(out + 4 &* at).storeBytes(of: word, as: UInt32.self)
            at &+= 1
        }
        return out + 4 &* count
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
