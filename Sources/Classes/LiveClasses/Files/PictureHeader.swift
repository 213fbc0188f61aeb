struct PictureHeader: Equatable {
    enum Format: Equatable { case png, jpeg }

    let format: Format
    let width: Int
    let height: Int

    var type: String { format == .png ? "image/png" : "image/jpeg" }
    var ending: String { format == .png ? "png" : "jpg" }

    init?(_ bytes: [UInt8]) {
        if let size = Self.png(bytes) {
            (format, width, height) = (.png, size.0, size.1)
        } else if let size = Self.jpeg(bytes) {
            (format, width, height) = (.jpeg, size.0, size.1)
        } else {
            return nil
        }
        guard width > 0, height > 0 else { return nil }
    }

    /// The IHDR chunk comes first (PNG, 5.6).
    private static func png(_ bytes: [UInt8]) -> (Int, Int)? {
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        guard bytes.count >= 24, bytes.starts(with: signature), bytes[12..<16].elementsEqual("IHDR".utf8) else {
            return nil
        }
        func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        return (number(16), number(20))
    }

    /// ITU T.81, B.2.2.
    private static func jpeg(_ bytes: [UInt8]) -> (Int, Int)? {
        guard bytes.count > 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return nil }
        var place = 2
        while place + 9 < bytes.count {
            guard bytes[place] == 0xFF else { return nil }
            let marker = bytes[place + 1]
            if marker == 0xFF {
                place += 1
                continue
            }
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                return (
                    Int(bytes[place + 7]) << 8 | Int(bytes[place + 8]),
                    Int(bytes[place + 5]) << 8 | Int(bytes[place + 6])
                )
            }
            guard length >= 2 else { return nil }
            place += 2 + length
        }
        return nil
    }
}
