package import Addresses
package import Media
package import MediaSources
package import PlayCore
package import Transport

/// Access to bytes and media by path or address. Any thread.
package protocol MediaAccess: Sendable {
    /// - Parameter keeps: whether the bytes of an address may come from the cache, and are stored there.
    func open(_ location: String, cancel: CancelToken, keeps: Bool) throws(ByteSourceError) -> any ByteSource

    /// Opens bytes from an offset on, without caching or requesting earlier bytes.
    func open(_ location: String, from start: Int64, cancel: CancelToken) throws(ByteSourceError) -> any ByteSource

    /// The contents determine the format. Manifests play as streams.
    func openMedia(_ location: String, cancel: CancelToken, keeps: Bool) throws(MediaError) -> OpenedMedia

    func input(_ source: Source) -> SessionInput?

    /// No other server receives the headers.
    func setHeaders(_ headers: [HTTPHeader], forServerOf address: Address)
}

extension MediaAccess {
    func open(_ location: String, cancel: CancelToken) throws(ByteSourceError) -> any ByteSource {
        try open(location, cancel: cancel, keeps: false)
    }
}
