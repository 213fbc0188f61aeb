/// Big-endian.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
    }

    mutating func add(_ more: [UInt8]) { bytes += more }
}
