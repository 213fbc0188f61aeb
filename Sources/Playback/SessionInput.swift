package import PlayCore

/// What a session plays: how to get its bytes, and what to call it.
package struct SessionInput: Sendable {
    /// Path or address without secrets, as the user gave it.
    package let name: String
    /// Opens the bytes. Called on the `demux` thread; may block; the token ends waits of the source.
    package let open: @Sendable (CancelToken) throws(ByteSourceError) -> any ByteSource

    package init(
        name: String, open: @escaping @Sendable (CancelToken) throws(ByteSourceError) -> any ByteSource
    ) {
        self.name = name
        self.open = open
    }
}
