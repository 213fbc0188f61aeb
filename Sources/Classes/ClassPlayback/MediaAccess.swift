package import Addresses
package import Media
package import MediaSources
package import PlayCore
package import Transport

/// Access to bytes and media by path or address. Any thread may call.
package protocol MediaAccess: Sendable {
    /// - Parameter keeps: whether an address's bytes are read from the cache and stored there, if there is one.
    func open(_ location: String, cancel: CancelToken, keeps: Bool) throws(ByteSourceError) -> any ByteSource

    /// Opens bytes at an offset without caching; earlier bytes are not requested.
    func open(_ location: String, from start: Int64, cancel: CancelToken) throws(ByteSourceError) -> any ByteSource

    /// Opens media by its contents: manifests of streams are played as streams.
    func openMedia(_ location: String, cancel: CancelToken, keeps: Bool) throws(MediaError) -> OpenedMedia

    func input(_ source: Source) -> SessionInput?

    /// Sets the headers that are sent to the server of this address, and to no other one.
    func setHeaders(_ headers: [HTTPHeader], forServerOf address: Address)
}

extension MediaAccess {
    func open(_ location: String, cancel: CancelToken) throws(ByteSourceError) -> any ByteSource {
        try open(location, cancel: cancel, keeps: false)
    }
}
