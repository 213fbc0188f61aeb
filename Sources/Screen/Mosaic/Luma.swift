/// Brightness of a pixel (Y′ of BT.709 on gamma-coded values), in 8 bits.
enum Luma {
    /// Components 0 … 255; the result too. The weights are 0.2126, 0.7152, 0.0722 in 256ths.
    @inline(__always)
    static func of(red: UInt32, green: UInt32, blue: UInt32) -> UInt32 {
        (red &* 54 &+ green &* 183 &+ blue &* 19 &+ 128) &>> 8
    }

    /// A pixel as ``PlayCore/PixelBuffer`` has it in memory, read as a little-endian word, made grey.
    @inline(__always)
    static func grey(_ pixel: UInt32) -> UInt32 {
        of(red: pixel & 0xFF, green: (pixel &>> 8) & 0xFF, blue: (pixel &>> 16) & 0xFF) &* 0x01_0101
    }
}
