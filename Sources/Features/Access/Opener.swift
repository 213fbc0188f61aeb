package import Media
package import MediaSources
package import PlayCore
package import Playlists
package import Streaming
package import Transport

package struct OpenRequest: Sendable {
    package var location: String
    package var cancel: CancelToken
    /// Offset of the first byte. No earlier bytes are requested, unless the address is cached.
    package var start: Int64 = 0
    package var isKept = false
    /// The header fields of each request for an address. May contain secrets.
    package var headers: [HTTPHeader]
    /// The cookies of its own requests only.
    let cookies = CookieJar()
    /// Played if a transmission fails, or `nil` for the settings' substitute.
    package var downgrade: String?
    /// Whether its server receives the viewer's own header fields.
    package var isTrusted = true
    /// Whether the viewer or a local file named it: required for file servers and packets sent to this machine.
    package var isFromViewer = false
    /// Retries for an address, or `nil` for the settings' number.
    package var retries: Int?
    /// Opens a page, or `nil` to open it like any other resource.
    package var page: PageOpener?
    /// Opens a list of other items, or `nil` to open it like any other resource.
    package var list: ListOpener?

    /// - Parameter location: header fields that follow an address are added to ``headers``.
    package init(_ location: String, cancel: CancelToken) {
        let entry = EntryAddress(location)
        self.location = entry.address
        self.cancel = cancel
        headers = entry.headers
    }

    /// Adds an item's headers. Headers that follow the address take precedence.
    package mutating func add(_ others: [HTTPHeader]) {
        let known = Set(headers.map { $0.name.lowercased() })
        headers += others.filter { !known.contains($0.name.lowercased()) }
    }
}

extension EntryAddress {
    package var headers: [HTTPHeader] { fields.compactMap { HTTPHeader(name: $0.name, value: $0.value) } }
}

package typealias ListOpener = @Sendable ([UInt8]) throws(MediaError) -> OpenedMedia

package struct PageOpener: Sendable {
    /// Whether this content type, `nil` if unknown, is a page's.
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
    /// ``SourceAccess`` asks its openers in order. The first match opens the location.
    func opens(_ location: String) -> Bool

    /// As ``SessionInput/playsWithoutTracks``: something else follows the media's clock.
    var isClock: Bool { get }

    /// - Parameter access: opens the locations that this one leads to.
    func bytes(_ request: OpenRequest, _ access: SourceAccess) throws(ByteSourceError) -> any ByteSource

    /// Opens and examines the location. Manifests are played as streams and reread at each start.
    func media(_ request: OpenRequest, _ access: SourceAccess) throws(MediaError) -> OpenedMedia

    /// Does not play the stream. Returns `nil` if the location has no manifest.
    func description(_ request: OpenRequest) throws(MediaError) -> StreamDescription?
}

extension Opener {
    package var isClock: Bool { false }

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
