import Addresses
import DownloadClient
import Glibc
import PlayCore
import Playlists
import Storage
import Streaming
import Transport

/// The process's only HTTP client, created when the first address is opened. Any thread.
final class NetworkClient: Sendable {
    private let settings: HTTPSettings
    private let preconnectHosts: String
    private let preresolveHosts: String
    private let givesWay: Bool
    private let isAllowed: Bool
    private let made = Monitor<HTTPClient?>(nil)
    private let watch = Monitor(Watch())
    private let originHeaders = Monitor(OriginHeaders())
    private let nextHost = Monitor<String?>(nil)

    init(_ settings: AccessSettings) {
        self.settings = settings.http
        preconnectHosts = settings.preconnect
        preresolveHosts = settings.preresolve
        givesWay = settings.isWatched
        isAllowed = settings.opensAddresses
    }

    /// Returns the client for one item. Other items see its cookies only if the viewer wants cookies for all.
    func client(for location: String, _ cookies: CookieJar) throws(ByteSourceError) -> HTTPClient {
        HTTPClient(sharing: try client(for: location)) { settings in
            if !settings.usesCookies { settings.cookieJar = cookies }
        }
    }

    /// - Parameter location: for errors.
    func client(for location: String) throws(ByteSourceError) -> HTTPClient {
        guard isAllowed else {
            throw ByteSourceError(.notPermitted, operation: "open", context: AddressText.shown(location))
        }
        noteStream()
        if let client = made.withLock({ $0 }) { return client }
        guard let new = HTTPClient(settings) else { throw Self.noLibrary(location) }
        // Another thread may have created a client first. Only that one is used.
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

    /// Returns the server whose line may be probed. `nil` if a probe would bypass a proxy or the settings' resolver.
    func probedServer(of location: String) -> (host: String, port: Int)? {
        let variables = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
        let hasProxy = settings.proxy.map { !$0.isEmpty } ?? variables.contains { getenv($0) != nil }
        guard isAllowed, !hasProxy, settings.servers == nil, settings.dnsOverHTTPS == nil,
            settings.resolveOverrides.isEmpty
        else { return nil }
        if let address = LowLatencyAddress(location) { return address.serverOverTCP }
        guard let address = Address(EntryAddress(location).address), address.isHTTP else { return nil }
        return (address.host.filter { $0 != "[" && $0 != "]" }, address.port ?? (address.scheme == "https" ? 443 : 80))
    }

    func setPlaying(_ isPlaying: Bool) { watch.withLock { $0.setPlaying(isPlaying) } }

    func noteStream() {
        if givesWay { watch.withLock { $0.noteStream() } }
    }

    var receivedByteCount: Int64 { made.withLock { $0 }?.receivedByteCount ?? 0 }

    /// - Parameter isFromViewer: whether the viewer named the location, which may then be on a file server.
    func address(_ location: String, isFromViewer: Bool = false) throws(ByteSourceError) -> Address {
        guard CurlLibrary.shared != nil else { throw Self.noLibrary(location) }
        guard let address = Address(location), address.isHTTP || isFromViewer && address.isOfFileServer else {
            throw Self.foreign(location)
        }
        return address
    }

    private static func foreign(_ location: String) -> ByteSourceError {
        var error = ByteSourceError(.forbiddenScheme, operation: "open", context: AddressText.shown(location))
        let scheme = location.prefix { $0 != ":" }.lowercased()
        if scheme.count < 20, scheme.allSatisfy({ $0.isASCII && $0.isLetter }) { error.detail = scheme }
        return error
    }

    /// - Parameters:
    ///   - headers: added to those that follow the address.
    ///   - isFromViewer: as for ``address(_:isFromViewer:)``.
    func request(
        _ location: String, headers: [HTTPHeader], isFromViewer: Bool = false
    ) throws(ByteSourceError) -> HTTPRequest {
        let entry = EntryAddress(location)
        let address = try address(entry.address, isFromViewer: isFromViewer)
        var request = HTTPRequest(address)
        request.headers = originHeaders.withLock { $0.adding(to: headers + entry.headers, for: address) }
        return request
    }

    /// Sets headers that only this address's server receives.
    func setHeaders(_ headers: [HTTPHeader], forServerOf address: Address) {
        originHeaders.withLock { $0.set(headers, for: address) }
    }

    func headers(adding own: [HTTPHeader], for location: String) -> [HTTPHeader] {
        guard let address = Address(location) else { return own }
        return originHeaders.withLock { $0.adding(to: own, for: address) }
    }

    /// Connects to the next item's server, if that is another host on plain HTTP. Replaces the previous preconnection.
    /// Main thread; never blocks.
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

    func close() {
        setPlaying(false)
        // Releases the client outside of the lock, because that blocks.
        let client = made.withLock { client in
            defer { client = nil }
            return client
        }
        withExtendedLifetime(client) {}
    }

    private static func plainHost(_ location: String) -> String? {
        guard location.lowercased().hasPrefix("http://"), let address = Address(location) else { return nil }
        return address.host + (address.port.map { ":\($0)" } ?? "")
    }

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
