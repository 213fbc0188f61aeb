/// Y′ of BT.709 on gamma-coded values, in 8 bits.
enum Luma {
    /// Components and result are 0 … 255. The weights are 0.2126, 0.7152, 0.0722 in 256ths.
    @inline(__always)
    static func of(red: UInt32, green: UInt32, blue: UInt32) -> UInt32 {
        (red &* 54 &+ green &* 183 &+ blue &* 19 &+ 128) &>> 8
    }

    /// Returns a word of ``PlayCore/PixelBuffer``, read as little-endian.
    @inline(__always)
    static func grey(_ pixel: UInt32) -> UInt32 {
        of(red: pixel & 0xFF, green: (pixel &>> 8) & 0xFF, blue: (pixel &>> 16) & 0xFF) &* 0x01_0101
    }
}
