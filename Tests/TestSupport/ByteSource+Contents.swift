package import PlayCore

extension ByteSource {
    /// Everything, by reading on, `piece` bytes at a time at most.
    package func contents(piece: Int = 30_000) throws(ByteSourceError) -> [UInt8] {
        var all: [UInt8] = []
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: piece, alignment: 1)
        defer { room.deallocate() }
        while true {
            let count = try read(at: Int64(all.count), into: room)
            guard count > 0 else { return all }
            all += room[..<count]
        }
    }
}
