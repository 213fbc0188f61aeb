package import PlayCore

extension ByteSource {
    /// Reads in order, at most `piece` bytes at a time.
    package func contents(piece: Int = 30_000) throws(ByteSourceError) -> [UInt8] {
        var all: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: piece, alignment: 1)
        defer { buffer.deallocate() }
        while true {
            let count = try read(at: Int64(all.count), into: buffer)
            guard count > 0 else { return all }
            all += buffer[..<count]
        }
    }
}
