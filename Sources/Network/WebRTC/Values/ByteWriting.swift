extension [UInt8] {
    /// Appends big-endian.
    mutating func append(_ number: some FixedWidthInteger & UnsignedInteger, bytes: Int) {
        for shift in stride(from: (bytes - 1) * 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}

extension ArraySlice<UInt8> {
    /// Reads big-endian. Returns `nil` if there are fewer bytes.
    func number(at offset: Int, _ bytes: Int) -> UInt64? {
        guard offset >= 0, count - offset >= bytes else { return nil }
        return self[(startIndex + offset)..<(startIndex + offset + bytes)].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
