package import Media
package import MediaSources
package import PlayCore
package import Playlists
package import Streaming
package import Transport

package struct OpenRequest: Sendable {
    package var location: String
    package var cancel: CancelToken
    /// The offset of the first byte. Earlier bytes of an address that is not cached are not requested.
    package var start: Int64 = 0
    /// Whether an address's bytes are read from and written to the cache.
    package var isKept = false
    /// The headers of each request for an address. May hold secrets.
    package var headers: [HTTPHeader]
    /// The cookies for its own requests only.
    let cookies = CookieJar()
    /// The substitute to play if a transmission fails, or `nil` to use the settings.
    package var downgrade: String?
    /// Whether its server receives the viewer's own header fields.
    package var isTrusted = true
    /// Whether the viewer, or a file of this machine, names it. Only then may it be on a file server, or be received
    /// from packets sent to this machine.
    package var isFromViewer = false
    /// The number of retries for an address, or `nil` to use the settings.
    package var retries: Int?
    /// The opener for a page, or `nil` to open a page like any other resource.
    package var page: PageOpener?
    /// The opener for a list of other items, or `nil` to open it like any other resource.
    package var list: ListOpener?

    /// - Parameter location: the location; header fields that follow an address are added to ``headers``.
    package init(_ location: String, cancel: CancelToken) {
        let entry = EntryAddress(location)
        self.location = entry.address
        self.cancel = cancel
        headers = entry.headers
    }

    /// Adds the headers of an item. Headers that follow the address take precedence.
    package mutating func add(_ others: [HTTPHeader]) {
        let known = Set(headers.map { $0.name.lowercased() })
        headers += others.filter { !known.contains($0.name.lowercased()) }
    }
}

extension EntryAddress {
    /// May hold secrets.
    package var headers: [HTTPHeader] { fields.compactMap { HTTPHeader(name: $0.name, value: $0.value) } }
}

package typealias ListOpener = @Sendable ([UInt8]) throws(MediaError) -> OpenedMedia

/// The substitute for an address that its server declares to be a page.
package struct PageOpener: Sendable {
    /// Whether this content type, `nil` if the server reports none, is that of a page.
    package let recognizes: @Sendable (_ contentType: String?) -> Bool
    package let open: SessionInput.MediaOpener

    package init(
        recognizes: @escaping @Sendable (String?) -> Bool, open: @escaping SessionInput.MediaOpener
    ) {
        self.recognizes = recognizes
        self.open = open
    }
}

/// Opens one kind of location. Any thread; opening blocks.
package protocol Opener: Sendable {
    /// ``SourceAccess`` asks its openers in order, and the first match opens the location.
    func opens(_ location: String) -> Bool

    /// - Parameter access: opens the locations that this one leads to.
    func bytes(_ request: OpenRequest, _ access: SourceAccess) throws(ByteSourceError) -> any ByteSource

    /// Opens the location and examines it: manifests are played as streams and reread at each start.
    func media(_ request: OpenRequest, _ access: SourceAccess) throws(MediaError) -> OpenedMedia

    /// Returns the offer of a stream's manifest without playing it, or `nil` if the location has no manifest.
    func description(_ request: OpenRequest) throws(MediaError) -> StreamDescription?
}

extension Opener {
    package func description(_ request: OpenRequest) throws(MediaError) -> StreamDescription? { nil }

    package func media(_ request: OpenRequest, _ access: SourceAccess) throws(MediaError) -> OpenedMedia {
        .bytes(try MediaError.ofSource { () throws(ByteSourceError) in try bytes(request, access) })
    }
}

extension MediaError {
    static func ofSource<Value>(_ body: () throws(ByteSourceError) -> Value) throws(MediaError) -> Value {
        do throws(ByteSourceError) {
            return try body()
        } catch {
            throw MediaError(.source(error), operation: error.operation)
        }
    }
}
