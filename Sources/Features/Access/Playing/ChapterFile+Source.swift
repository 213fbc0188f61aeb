import Manifests
package import MediaSources
import PlayCore
import Playlists

extension ChapterSource {
    /// A file of chapters at a path or an address. What cannot be read is in the log: without it the item plays all the
    /// same.
    package init(_ location: String, replaces: Bool, _ access: SourceAccess) {
        self.init(replaces: replaces) { cancel in
            do {
                return try ChapterFile.parse(try Self.bytes(location, access, cancel))
            } catch {
                if !cancel.isCancelled {
                    Log.shared.write(.warning, "chapters", "\(AddressText.shown(location)): \(error)")
                }
                return []
            }
        }
    }

    private static func bytes(
        _ location: String, _ access: SourceAccess, _ cancel: CancelToken
    ) throws(ByteSourceError) -> [UInt8] {
        let source = try access.open(location, cancel: cancel)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: ChapterFile.limit, alignment: 1)
        defer { buffer.deallocate() }
        var count = 0
        while count < ChapterFile.limit {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            let new = try source.read(at: Int64(count), into: rest)
            guard new > 0 else { break }
            count += new
        }
        return Array(buffer.prefix(count))
    }
}
