/// Random texts of error-prone kinds: controls, marks, wide glyphs, joiners, direction changes, and arbitrary scalars.
package enum RandomText {
    private static let ranges: [ClosedRange<UInt32>] = [
        0...0x1F, 0x20...0x7E, 0x7F...0x9F, 0xA0...0x2FF, 0x300...0x36F, 0x1100...0x11FF, 0x200B...0x206F,
        0x3041...0x30FF, 0x4E00...0x4FFF, 0xAC00...0xACFF, 0xFE00...0xFE0F, 0xFEFF...0xFEFF, 0xFFF0...0xFFFF,
        0x1F1E6...0x1F1FF, 0x1F300...0x1F6FF, 0xE0000...0xE007F, 0...0x10FFFF,
    ]

    package static func make(using random: inout SeededGenerator, length: ClosedRange<Int> = 0...30) -> String {
        var scalars = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: length, using: &random) {
            let range = ranges[Int.random(in: 0..<ranges.count, using: &random)]
            if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) { scalars.append(scalar) }
        }
        return String(scalars)
    }
}
