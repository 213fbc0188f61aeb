extension [UInt8] {
    /// High byte first.
    mutating func append(_ number: some FixedWidthInteger & UnsignedInteger, bytes: Int) {
        for shift in stride(from: (bytes - 1) * 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}

extension ArraySlice<UInt8> {
    /// High byte first; nil where fewer bytes are there.
    func number(at offset: Int, _ bytes: Int) -> UInt64? {
        guard offset >= 0, count - offset >= bytes else { return nil }
        return self[(startIndex + offset)..<(startIndex + offset + bytes)].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
