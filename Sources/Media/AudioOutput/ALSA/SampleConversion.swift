/// Best first.
enum SampleFormat: CaseIterable {
    case float32, int32, int16

    var bytesPerSample: Int { self == .int16 ? 2 : 4 }

    /// Writes `count` samples in this format, native byte order. Multiples of 1/32768 are exact in each format.
    func convert(_ source: UnsafePointer<Float>, count: Int, into target: UnsafeMutableRawPointer) {
        switch self {
        case .float32:
            target.copyMemory(from: source, byteCount: count * 4)
        case .int32:
            let out = target.assumingMemoryBound(to: Int32.self)
            for index in 0..<count {
                // In Double, because 2³¹ − 1 is not a Float.
                let scaled = (Double(source[index]) * 2_147_483_648).rounded()
                out[index] = Int32(min(max(scaled, -2_147_483_648), 2_147_483_647))
            }
        case .int16:
            let out = target.assumingMemoryBound(to: Int16.self)
            for index in 0..<count {
                let scaled = (source[index] * 32768).rounded()
                out[index] = Int16(min(max(scaled, -32768), 32767))
            }
        }
    }
}
