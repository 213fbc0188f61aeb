package import Addresses
internal import CCurl
package import PlayCore

/// All of a process's requests: owns the one thread `transport`, which moves the bytes of all of them. Any thread.
package final class HTTPClient: Sendable {
    private let inbox: TransportInbox
    /// `nil` where the thread is that of ``base``.
    private let thread: WorkerThread?
    private let currentSettings: Monitor<HTTPSettings>
    private let base: HTTPClient?
    private let change: @Sendable (inout HTTPSettings) -> Void

    /// Nil where libcurl is not installed; the log says why.
    package init?(_ settings: HTTPSettings) {
        guard let curl = CurlLibrary.shared, let inbox = TransportInbox(curl) else { return nil }
        self.inbox = inbox
        currentSettings = Monitor(settings)
        (base, change) = (nil, { _ in })
        thread = WorkerThread(name: "transport") { TransportLoop(inbox, curl).run() }
    }

    /// Creates a client for requests of one purpose, with the thread and the connections of another client.
    ///
    /// - Parameter change: makes its settings of those of `base` at each request.
    package init(sharing base: HTTPClient, _ change: @escaping @Sendable (inout HTTPSettings) -> Void) {
        (self.base, self.change) = (base, change)
        (inbox, thread, currentSettings) = (base.inbox, nil, base.currentSettings)
    }

    deinit {
        guard let thread else { return }
        inbox.close()
        thread.join()
    }

    /// What is set holds for requests that begin afterwards.
    package var settings: HTTPSettings {
        get {
            var settings = base?.settings ?? currentSettings.withLock { $0 }
            change(&settings)
            return settings
        }
        set { currentSettings.withLock { $0 = newValue } }
    }

    /// Sends a request; returns at once.
    ///
    /// - Parameter cancel: ends every wait for the answer.
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

    /// Makes the key that an address names the one of all that its host serves: the server names its other addresses
    /// without it.
    package func trust(_ address: Address) {
        guard let key = address.serverKey else { return }
        currentSettings.withLock { $0.serverKeys[address.host] = key }
    }

    /// Of all answers, since the beginning.
    package var receivedByteCount: Int64 { inbox.meter.withLock { $0.byteCount } }

    /// Of what is played.
    package var bitsPerSecond: Int64? { inbox.meter.withLock { $0.bitsPerSecond } }

    /// Connections that were made ahead and not used yet.
    package var readyConnectionCount: Int { inbox.readyConnections.withLock { $0 } }

    /// Connections to have ready, in place of those named before: `host[:port]` with `;` between; an empty text
    /// ends it. Unreadable entries are left out. Where servers are bounded nothing is made ahead.
    package func preconnect(_ hosts: String) {
        let settings = settings
        if settings.servers == nil { inbox.preconnect(Preconnections.hosts(hosts), settings) }
    }

    /// Names to look up now, for requests within the next minute: `host[:port]` with `;` between. Unreadable
    /// entries are left out. Where servers are bounded nothing is looked up ahead.
    package func preresolve(_ hosts: String) {
        let settings = settings
        if settings.servers == nil { inbox.lookUp(Preresolutions.addresses(hosts), settings) }
    }

    /// Names that are being looked up ahead.
    package var pendingNameCount: Int { inbox.pendingNames.withLock { $0 } }
}

/// What other threads want of the `transport` thread.
final class TransportInbox: @unchecked Sendable {
    // Sendable: `multi` is used by the `transport` thread alone, but for waking it, which libcurl allows to everyone.
    struct Orders: Sendable {
        var begun: [(HTTPRequest, HTTPSettings, ExchangeFlow)] = []
        var cancelled: [Int] = []
        var resumed: [Int] = []
        var preconnect: ([Preconnections.Host], HTTPSettings)?
        var names: [([Address], HTTPSettings)] = []
        var isClosed = false
        /// They are being taken, or will be: the thread was woken for them.
        var isAwaited = false
    }

    let multi: UnsafeMutableRawPointer
    let meter = Monitor(BandwidthMeter())
    /// Connections that were made ahead and not used yet.
    let readyConnections = Monitor(0)
    /// Names that are being looked up ahead.
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
            // Nobody takes it any more.
            if orders.isClosed { flow.cancel() } else { orders.begun.append((request, settings, flow)) }
        }
    }

    func cancel(_ id: Int) { order { $0.cancelled.append(id) } }

    func resume(_ id: Int) { order { $0.resumed.append(id) } }

    func preconnect(_ hosts: [Preconnections.Host], _ settings: HTTPSettings) {
        order { $0.preconnect = (hosts, settings) }
    }

    func lookUp(_ addresses: [Address], _ settings: HTTPSettings) {
        // From here on, so that nobody takes the list for done before it was begun.
        pendingNames.withLock { $0 += addresses.count }
        order { $0.names.append((addresses, settings)) }
    }

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
