package import Addresses
internal import CCurl
package import PlayCore

/// All requests of a process. Owns the one thread `transport`, which moves the bytes of all of them. Any thread.
package final class HTTPClient: Sendable {
    private let inbox: TransportInbox
    /// `nil` if the client uses the thread of ``base``.
    private let thread: WorkerThread?
    private let currentSettings: Monitor<HTTPSettings>
    private let base: HTTPClient?
    private let change: @Sendable (inout HTTPSettings) -> Void

    /// Returns `nil` if libcurl is not installed; the log says why.
    package init?(_ settings: HTTPSettings) {
        guard let curl = CurlLibrary.shared, let inbox = TransportInbox(curl) else { return nil }
        self.inbox = inbox
        currentSettings = Monitor(settings)
        (base, change) = (nil, { _ in })
        thread = WorkerThread(name: "transport") { TransportLoop(inbox, curl).run() }
    }

    /// Shares the thread and connections of `base`. At each request, `change` derives the settings from those of
    /// `base`.
    package init(sharing base: HTTPClient, _ change: @escaping @Sendable (inout HTTPSettings) -> Void) {
        (self.base, self.change) = (base, change)
        (inbox, thread, currentSettings) = (base.inbox, nil, base.currentSettings)
    }

    deinit {
        guard let thread else { return }
        inbox.close()
        thread.join()
    }

    package var settings: HTTPSettings {
        get {
            var settings = base?.settings ?? currentSettings.withLock { $0 }
            change(&settings)
            return settings
        }
        set { currentSettings.withLock { $0 = newValue } }
    }

    /// Returns at once. `cancel` ends every wait for the response.
    package func begin(_ request: HTTPRequest, cancel: CancelToken) -> HTTPExchange {
        let flow = ExchangeFlow(id: inbox.newID(), context: request.address.withoutSecrets)
        let exchange = HTTPExchange(request, flow: flow, inbox: inbox, cancel: cancel)
        let settings = settings
        if let code = RedirectRule.refusal(of: request.address, settings) {
            flow.finish(ByteSourceError(code, operation: "request", context: request.address.withoutSecrets))
        } else {
            inbox.begin(request, settings, flow)
        }
        return exchange
    }

    /// Applies the key in an address to all addresses of its host, because the server's own links lack it.
    package func trust(_ address: Address) {
        guard let key = address.serverKey else { return }
        currentSettings.withLock { $0.serverKeys[address.host] = key }
    }

    /// Ends playback transfers that have received nothing for a second, with `.timedOut`, and closes their connections:
    /// a new request arrives sooner than what a cut line repeats.
    package func abandonSilent() { inbox.abandonSilent() }

    package var receivedByteCount: Int64 { inbox.meter.withLock { $0.byteCount } }

    /// The rate of playback requests.
    package var bitsPerSecond: Int64? { inbox.meter.withLock { $0.bitsPerSecond } }

    package var readyConnectionCount: Int { inbox.readyConnections.withLock { $0 } }

    /// Sets the servers to connect to in advance, replacing earlier ones: `host[:port]` separated by `;`. Ignores
    /// invalid entries. If servers are restricted, makes no connections in advance.
    package func preconnect(_ hosts: String) {
        let settings = settings
        if settings.servers == nil { inbox.preconnect(Preconnections.hosts(hosts), settings) }
    }

    /// Resolves names for requests within the next minute: `host[:port]` separated by `;`. Ignores invalid entries. If
    /// servers are restricted, resolves no names in advance.
    package func preresolve(_ hosts: String) {
        let settings = settings
        if settings.servers == nil { inbox.lookUp(Preresolutions.addresses(hosts), settings) }
    }

    package var pendingNameCount: Int { inbox.pendingNames.withLock { $0 } }
}

final class TransportInbox: @unchecked Sendable {
    // Sendable: only the `transport` thread uses `multi`, except for waking it, which libcurl allows from any thread.
    struct Orders: Sendable {
        var begun: [(HTTPRequest, HTTPSettings, ExchangeFlow)] = []
        var cancelled: [Int] = []
        var resumed: [Int] = []
        var preconnect: ([Preconnections.Host], HTTPSettings)?
        var names: [([Address], HTTPSettings)] = []
        var abandonsSilent = false
        var isClosed = false
        /// Whether the thread was woken for these orders, or is taking them.
        var isAwaited = false
    }

    let multi: UnsafeMutableRawPointer
    let meter = Monitor(BandwidthMeter())
    let readyConnections = Monitor(0)
    let pendingNames = Monitor(0)
    private let curl: CurlLibrary
    private let orders = Monitor(Orders())
    private let lastID = Monitor(0)

    init?(_ curl: CurlLibrary) {
        guard let multi = curl.functions.pointee.curl_multi_init() else { return nil }
        self.curl = curl
        self.multi = multi
    }

    deinit { _ = curl.functions.pointee.curl_multi_cleanup(multi) }

    func newID() -> Int {
        lastID.withLock {
            $0 += 1
            return $0
        }
    }

    func begin(_ request: HTTPRequest, _ settings: HTTPSettings, _ flow: ExchangeFlow) {
        order { orders in
            if orders.isClosed { flow.cancel() } else { orders.begun.append((request, settings, flow)) }
        }
    }

    func cancel(_ id: Int) { order { $0.cancelled.append(id) } }

    func resume(_ id: Int) { order { $0.resumed.append(id) } }

    func preconnect(_ hosts: [Preconnections.Host], _ settings: HTTPSettings) {
        order { $0.preconnect = (hosts, settings) }
    }

    func lookUp(_ addresses: [Address], _ settings: HTTPSettings) {
        // Counted here, so that no caller sees a count of 0 before the lookups start.
        pendingNames.withLock { $0 += addresses.count }
        order { $0.names.append((addresses, settings)) }
    }

    func abandonSilent() { order { $0.abandonsSilent = true } }

    func close() { order { $0.isClosed = true } }

    func receive() -> Orders {
        orders.withLock { orders in
            defer {
                let isClosed = orders.isClosed
                orders = Orders()
                orders.isClosed = isClosed
            }
            return orders
        }
    }

    private func order(_ change: (inout Orders) -> Void) {
        let wasAwaited = orders.withLock { orders in
            change(&orders)
            defer { orders.isAwaited = true }
            return orders.isAwaited
        }
        if !wasAwaited { _ = curl.functions.pointee.curl_multi_wakeup(multi) }
    }
}
