package import Foundation
package import PlayCore

/// The synthetic clips, made by `make-fixtures` beside them.
package enum Fixtures {
    package static let folder = Checkout.folder.appendingPathComponent("Tests/Fixtures/media")

    package static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    package static func source(_ name: String) -> MemoryByteSource {
        MemoryByteSource(FileManager.default.contents(atPath: path(name)) ?? Data())
    }
}

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
    package func unseekable() -> MemoryByteSource { MemoryByteSource(data, canSeek: false) }
}
