import Media
package import PlayCore

/// INFO-16: a picture file that stands for an item.
package struct CoverSource: Sendable {
    /// Path or address.
    package let name: String
    /// Called on the `cover` thread; may block; the token ends waits of the source.
    package let open: @Sendable (CancelToken) throws(ByteSourceError) -> any ByteSource

    package init(name: String, open: @escaping @Sendable (CancelToken) throws(ByteSourceError) -> any ByteSource) {
        self.name = name
        self.open = open
    }

    /// The first of them that is there and is a picture. A cover is an ornament: what fails is only noted in the log.
    static func firstPicture(of sources: [CoverSource], cancel: CancelToken) -> VideoFrame? {
        for source in sources where !cancel.isCancelled {
            do {
                let bytes = try source.open(cancel)
                if let frame = try StillPicture.decode(bytes, name: source.name, cancel: cancel) { return frame }
            } catch {
                Log.shared.write(.debug, "media", "cover \(source.name): \(error)")
            }
        }
        return nil
    }
}
