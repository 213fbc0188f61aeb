package import Addresses
package import Media
package import MediaSources
package import PlayCore
package import Transport

/// Opens bytes and media by what names them: a path, an address. Any thread.
package protocol MediaAccess: Sendable {
    /// - Parameter keeps: an address's bytes come from the cache and into it, where one is on.
    func open(_ location: String, cancel: CancelToken, keeps: Bool) throws(ByteSourceError) -> any ByteSource

    /// The same, not kept, and read from an offset on: what lies before is not asked for.
    func open(_ location: String, from start: Int64, cancel: CancelToken) throws(ByteSourceError) -> any ByteSource

    /// Looks into what it opens: manifests of streams are played as such.
    func openMedia(_ location: String, cancel: CancelToken, keeps: Bool) throws(MediaError) -> OpenedMedia

    /// Nil for what cannot be opened.
    func input(_ source: Source) -> SessionInput?

    /// From now on the server of this address is sent these headers, and no other is.
    func setHeaders(_ headers: [HTTPHeader], forServerOf address: Address)
}

extension MediaAccess {
    func open(_ location: String, cancel: CancelToken) throws(ByteSourceError) -> any ByteSource {
        try open(location, cancel: cancel, keeps: false)
    }
}
