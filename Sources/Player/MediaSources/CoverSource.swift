import Media
package import PlayCore

/// A picture file that stands for an item.
package struct CoverSource: Sendable {
    /// Path or address.
    package let name: String
    /// Called on the `cover` thread; may block; the token ends waits of the source.
    package let open: @Sendable (CancelToken) throws(ByteSourceError) -> any ByteSource

    package init(name: String, open: @escaping @Sendable (CancelToken) throws(ByteSourceError) -> any ByteSource) {
        self.name = name
        self.open = open
    }
}
