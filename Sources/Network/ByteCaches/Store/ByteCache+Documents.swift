import Encoding
import PlayCore

extension ByteCache {
    /// Stores a document in place of the one with this key. Ignores failures. Waits as long as opening an item.
    package func keep(_ bytes: [UInt8], as key: CacheKey) {
        // Servers' validators are too unreliable, so the bytes themselves identify the version.
        let validator = CacheValidator(
            entityTag: SHA256.hexadecimal(bytes), length: Int64(bytes.count))
        guard let item = findOrCreate(key, ResourceInfo(validator: validator, canSeek: true)), !item.isComplete else {
            return
        }
        let reader = newReader()
        bytes.withUnsafeBytes { item.write($0, at: 0, by: reader) }
        item.removeReader(reader, adding: CacheUse())
    }

    /// Returns `nil` if the document is incomplete, or longer than `limit` bytes.
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
