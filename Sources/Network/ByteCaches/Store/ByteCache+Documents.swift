import Encoding
import PlayCore

/// Small resources that are kept and read as a whole: manifests.
extension ByteCache {
    /// Keeps it in place of what was kept under this key. What cannot be kept is not; nobody waits for the disk's sake
    /// but as long as an opening does.
    package func keep(_ bytes: [UInt8], as key: CacheKey) {
        // Its own bytes tell versions apart: servers say too little for that.
        let validator = CacheValidator(
            entityTag: SHA256.hexadecimal(bytes), length: Int64(bytes.count))
        guard let item = findOrCreate(key, ResourceInfo(validator: validator, canSeek: true)), !item.isComplete else {
            return
        }
        let reader = newReader()
        bytes.withUnsafeBytes { item.write($0, at: 0, by: reader) }
        item.removeReader(reader, adding: CacheUse())
    }

    /// What was kept, if all of it is there.
    ///
    /// - Parameter limit: what is longer is nothing of ours.
    package func document(_ key: CacheKey, limit: Int) -> [UInt8]? {
        guard let item = find(key), item.isComplete, let length = item.length, length <= limit else { return nil }
        var bytes: [UInt8] = []
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(CachePiece.block), alignment: 1)
        defer { piece.deallocate() }
        while bytes.count < length {
            let count = item.read(at: Int64(bytes.count), into: piece)
            guard count > 0 else { return nil }
            bytes += piece[..<count]
        }
        return bytes
    }
}
