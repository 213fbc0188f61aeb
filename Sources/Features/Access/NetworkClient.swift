import Addresses
import DownloadClient
import PlayCore
import Playlists
import Storage
import Transport

/// The process's one HTTP client, with its thread and its libraries: made when the first address is opened. Any thread.
final class NetworkClient: Sendable {
    private let settings: HTTPSettings
    private let preconnectHosts: String
    private let preresolveHosts: String
    /// Downloads give way to what is played.
    private let givesWay: Bool
    private let isAllowed: Bool
    private let made = Monitor<HTTPClient?>(nil)
    private let watch = Monitor(Watch())
    private let originHeaders = Monitor(OriginHeaders())
    /// Of what plays next; nil: none.
    private let nextHost = Monitor<String?>(nil)

    init(_ settings: AccessSettings) {
        self.settings = settings.http
        preconnectHosts = settings.preconnect
        preresolveHosts = settings.preresolve
        givesWay = settings.isWatched
        isAllowed = settings.opensAddresses
    }

    /// The client for one item, whose cookies no other item is shown, unless the viewer wants cookies for all.
    func client(for location: String, _ cookies: CookieJar) throws(ByteSourceError) -> HTTPClient {
        HTTPClient(sharing: try client(for: location)) { settings in
            if !settings.usesCookies { settings.cookieJar = cookies }
        }
    }

    /// - Parameter location: for what it is wanted, for errors.
    func client(for location: String) throws(ByteSourceError) -> HTTPClient {
        guard isAllowed else {
            throw ByteSourceError(.notPermitted, operation: "open", context: AddressText.shown(location))
        }
        noteStream()
        if let client = made.withLock({ $0 }) { return client }
        guard let new = HTTPClient(settings) else { throw Self.noLibrary(location) }
        // Another thread may have been faster; there is only one.
        let client = made.withLock { client in
            client = client ?? new
            return client ?? new
        }
        if client === new {
            if !preconnectHosts.isEmpty { client.preconnect(preconnectHosts) }
            if !preresolveHosts.isEmpty { client.preresolve(preresolveHosts) }
        }
        return client
    }

    /// Something begins to play, or what played has ended.
    func setPlaying(_ isPlaying: Bool) { watch.withLock { $0.setPlaying(isPlaying) } }

    /// Downloads give way to what plays, if something does.
    func noteStream() {
        if givesWay { watch.withLock { $0.noteStream() } }
    }

    /// Since the beginning.
    var receivedByteCount: Int64 { made.withLock { $0 }?.receivedByteCount ?? 0 }

    /// - Parameter isViewers: whether the viewer names it, so that it may be on a file server.
    func address(_ location: String, isViewers: Bool = false) throws(ByteSourceError) -> Address {
        guard CurlLibrary.shared != nil else { throw Self.noLibrary(location) }
        guard let address = Address(location), address.isHTTP || isViewers && address.isOfFileServer else {
            throw Self.foreign(location)
        }
        return address
    }

    /// Names the scheme.
    private static func foreign(_ location: String) -> ByteSourceError {
        var error = ByteSourceError(.forbiddenScheme, operation: "open", context: AddressText.shown(location))
        let scheme = location.prefix { $0 != ":" }.lowercased()
        if scheme.count < 20, scheme.allSatisfy({ $0.isASCII && $0.isLetter }) { error.detail = scheme }
        return error
    }

    /// With what its server is shown.
    ///
    /// - Parameters:
    ///   - headers: beside those that stand behind the address.
    ///   - isViewers: as for ``address(_:isViewers:)``.
    func request(
        _ location: String, headers: [HTTPHeader], isViewers: Bool = false
    ) throws(ByteSourceError) -> HTTPRequest {
        let entry = EntryAddress(location)
        let address = try address(entry.address, isViewers: isViewers)
        var request = HTTPRequest(address)
        request.headers = originHeaders.withLock { $0.adding(to: headers + entry.headers, for: address) }
        return request
    }

    /// From now on the server of this address is shown these, and no other is.
    func setHeaders(_ headers: [HTTPHeader], forServerOf address: Address) {
        originHeaders.withLock { $0.set(headers, for: address) }
    }

    func headers(adding own: [HTTPHeader], for location: String) -> [HTTPHeader] {
        guard let address = Address(location) else { return own }
        return originHeaders.withLock { $0.adding(to: own, for: address) }
    }

    /// Connects to where the next item is, if that is another host and needs no TLS. Takes the place of the one
    /// before; nil: nothing is next. Main thread; waits for nothing.
    func preconnect(next location: String?, after current: String?) {
        let host = location.flatMap(Self.plainHost)
        let other = host == current.flatMap(Self.plainHost) ? nil : host
        let isNew = nextHost.withLock { known in
            defer { known = other }
            return known != other
        }
        guard isNew, let client = made.withLock({ $0 }) else { return }
        client.preconnect([preconnectHosts, other ?? ""].filter { !$0.isEmpty }.joined(separator: ";"))
    }

    /// Ends what is under way and the client's thread.
    func close() {
        setPlaying(false)
        // It ends outside of the lock, since that waits.
        let client = made.withLock { client in
            defer { client = nil }
            return client
        }
        withExtendedLifetime(client) {}
    }

    /// `host[:port]` of plain HTTP; nil for everything else.
    private static func plainHost(_ location: String) -> String? {
        guard location.lowercased().hasPrefix("http://"), let address = Address(location) else { return nil }
        return address.host + (address.port.map { ":\($0)" } ?? "")
    }

    /// Whether downloads give way: from the first address on that is opened while something plays, to its end.
    private struct Watch {
        private var isPlaying = false
        private var flag: FileLock?

        mutating func setPlaying(_ isPlaying: Bool) {
            self.isPlaying = isPlaying
            if !isPlaying { flag = nil }
        }

        mutating func noteStream() {
            if isPlaying, flag == nil { flag = DownloadPlaces.ofThisUser().flatMap(PlayingFlag.hold) }
        }
    }

    private static func noLibrary(_ location: String) -> ByteSourceError {
        ByteSourceError(.noLibrary, operation: "open", context: AddressText.shown(location))
    }
}
