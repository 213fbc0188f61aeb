import Media
package import PlayCore

package struct CoverSource: Sendable {
    package let name: String
    /// Opens the file on the `cover` thread. May block; the token ends waits of the source.
    package let open: @Sendable (CancelToken) throws(ByteSourceError) -> any ByteSource

    package init(name: String, open: @escaping @Sendable (CancelToken) throws(ByteSourceError) -> any ByteSource) {
        self.name = name
        self.open = open
    }
}
