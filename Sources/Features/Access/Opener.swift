package import Media
package import MediaSources
package import PlayCore
package import Playlists
package import Streaming
package import Transport

/// What is to be opened, and how. A value.
package struct OpenRequest: Sendable {
    package var location: String
    package var cancel: CancelToken
    /// Where bytes are read from: of an address that is not kept, what lies before is not asked for.
    package var start: Int64 = 0
    /// An address's bytes come from the cache and into it, where one is on.
    package var isKept = false
    /// Of each request for an address; perhaps secrets.
    package var headers: [HTTPHeader]
    /// What its servers set, for its own requests.
    let cookies = CookieJar()
    /// What plays where a transmission fails; nil: as the settings say.
    package var downgrade: String?
    /// Its server is shown the viewer's own header fields.
    package var isTrusted = true
    /// The viewer, or a file of this machine, names it: what is sent to this machine may be received.
    package var isViewers = false
    /// Of an address; nil: as the settings say.
    package var retries: Int?
    /// Nil: a page is opened like anything else.
    package var page: PageOpener?
    /// What to do with a list of other items; nil: it is opened like anything else.
    package var list: ListOpener?

    /// - Parameter location: header fields that stand behind an address are among ``headers``.
    package init(_ location: String, cancel: CancelToken) {
        let entry = EntryAddress(location)
        self.location = entry.address
        self.cancel = cancel
        headers = entry.headers
    }

    /// Adds those of an item; what stands behind the address itself wins.
    package mutating func add(_ others: [HTTPHeader]) {
        let known = Set(headers.map { $0.name.lowercased() })
        headers += others.filter { !known.contains($0.name.lowercased()) }
    }
}

extension EntryAddress {
    /// What each request for the entry bears; perhaps secrets.
    package var headers: [HTTPHeader] { fields.compactMap { HTTPHeader(name: $0.name, value: $0.value) } }
}

/// What becomes of the text of a playlist that an address leads to.
package typealias ListOpener = @Sendable ([UInt8]) throws(MediaError) -> OpenedMedia

/// What to play instead where a server says that an address leads to a page.
package struct PageOpener: Sendable {
    /// Whether this content type is that of a page; nil: the server says none.
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
    /// Whether a location is of this kind. Openers are asked in the order of ``SourceAccess``; the first that says so
    /// opens it.
    func opens(_ location: String) -> Bool

    /// - Parameter access: for what the location leads to.
    func bytes(_ request: OpenRequest, _ access: SourceAccess) throws(ByteSourceError) -> any ByteSource

    /// Looks into what it opens: manifests of streams are played as such, and read anew at each start.
    func media(_ request: OpenRequest, _ access: SourceAccess) throws(MediaError) -> OpenedMedia

    /// What a manifest of a stream offers, without playing it; nil: it is none.
    func description(_ request: OpenRequest) throws(MediaError) -> StreamDescription?
}

extension Opener {
    package func description(_ request: OpenRequest) throws(MediaError) -> StreamDescription? { nil }

    package func media(_ request: OpenRequest, _ access: SourceAccess) throws(MediaError) -> OpenedMedia {
        .bytes(try MediaError.ofSource { () throws(ByteSourceError) in try bytes(request, access) })
    }
}

extension MediaError {
    /// What a source throws, as an error of the media that it carries.
    static func ofSource<Value>(_ body: () throws(ByteSourceError) -> Value) throws(MediaError) -> Value {
        do throws(ByteSourceError) {
            return try body()
        } catch {
            throw MediaError(.source(error), operation: error.operation)
        }
    }
}
