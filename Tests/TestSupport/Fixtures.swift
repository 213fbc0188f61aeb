package import Foundation
package import PlayCore

/// The synthetic clips in `Tests/Fixtures/media`, made by `make-fixtures` beside them.
package enum Fixtures {
    package static let folder = Checkout.folder.appendingPathComponent("Tests/Fixtures/media")

    package static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// Returns the whole file as a source in memory.
    package static func source(_ name: String) -> MemoryByteSource {
        MemoryByteSource(FileManager.default.contents(atPath: path(name)) ?? Data())
    }
}

/// A byte source in memory.
package final class MemoryByteSource: ByteSource {
    fileprivate let data: Data
    package let canSeek: Bool

    package init(_ data: Data, canSeek: Bool = true) {
        self.data = data
        self.canSeek = canSeek
    }

    package var size: Int64? { Int64(data.count) }

    package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        guard offset >= 0, offset < Int64(data.count) else { return 0 }
        let count = min(buffer.count, data.count - Int(offset))
        data.copyBytes(to: buffer, from: Int(offset)..<(Int(offset) + count))
        return count
    }
}

extension MemoryByteSource {
    /// Returns a source of the same bytes that cannot seek, as a pipe cannot.
    package func unseekable() -> MemoryByteSource { MemoryByteSource(data, canSeek: false) }
}
