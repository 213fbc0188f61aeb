/// Reads big-endian numbers and the headers of ISO 14496-12 boxes.
package struct BigEndianReader {
    private let bytes: ArraySlice<UInt8>
    private var place: Int

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
        place = 0
    }

    private init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        place = bytes.startIndex
    }

    package var left: Int { bytes.endIndex - place }

    /// Reads a number of at most eight bytes. Returns `nil` if fewer bytes remain.
    package mutating func number(_ length: Int) -> UInt64? {
        guard left >= length else { return nil }
        defer { place += length }
        return bytes[place..<place + length].reduce(0) { $0 << 8 | UInt64($1) }
    }

    package mutating func skip(_ length: Int) -> Bool {
        guard length >= 0, left >= length else { return false }
        place += length
        return true
    }

    package func sub(_ length: Int) -> BigEndianReader? {
        left >= length ? BigEndianReader(bytes[place..<place + length]) : nil
    }

    package func rest(_ length: Int) -> [UInt8]? {
        length >= 0 && left >= length ? Array(bytes[place..<place + length]) : nil
    }

    package mutating func box() -> (type: String, bodyLength: Int, end: Int)? {
        let start = place
        guard let size = number(4), left >= 4 else { return nil }
        let type = String(decoding: bytes[place..<place + 4], as: UTF8.self)
        place += 4
        var length = size
        if size == 1 {
            guard let large = number(8) else { return nil }
            length = large
        }
        let head = UInt64(place - start)
        // Length zero means up to the end of the file, which is unknown here.
        guard length >= head, length <= UInt64(Int32.max) else { return nil }
        return (type, Int(length - head), start + Int(length))
    }
}
