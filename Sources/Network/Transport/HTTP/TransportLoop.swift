import Addresses
internal import CCurl
import PlayCore

/// The body of the `transport` thread: starts transfers, moves their bytes, and ends those that time out. Blocks only
/// in `curl_multi_poll`. A slow reader pauses only its own transfer.
final class TransportLoop {
    private let inbox: TransportInbox
    private let library: CurlLibrary
    private let curl: UnsafePointer<tv_curl>
    private let share: CurlShare
    private let cookieShare: CurlShare
    private var jars: [ObjectIdentifier: Jar] = [:]
    private let clock = SystemClock()
    private var orders: [Int: (HTTPRequest, HTTPSettings, ExchangeFlow)] = [:]
    private var queue = RequestQueue()
    private var transfers: [Int: Transfer] = [:]
    private var ids: [UnsafeMutableRawPointer: Int] = [:]
    private let preconnections: Preconnections
    private let preresolutions: Preresolutions

    init(_ inbox: TransportInbox, _ library: CurlLibrary) {
        self.inbox = inbox
        self.library = library
        curl = library.functions
        share = CurlShare(library, keepsCookies: false)
        cookieShare = CurlShare(library, keepsCookies: true)
        preconnections = Preconnections(library, multi: inbox.multi)
        preresolutions = Preresolutions(library, multi: inbox.multi)
    }

    func run() {
        while true {
            let orders = inbox.receive()
            if orders.isClosed {
                for (_, _, flow) in orders.begun { flow.cancel() }
                break
            }
            follow(orders)
            startWaiting()
            var running: Int32 = 0
            check(curl.pointee.curl_multi_perform(inbox.multi, &running))
            let hasMore = collect()
            inbox.readyConnections.withLock { $0 = preconnections.readyCount }
            inbox.pendingNames.withLock { $0 = preresolutions.count }
            expire(at: clock.now)
            if !hasMore { check(curl.pointee.curl_multi_poll(inbox.multi, nil, 0, timeout(), nil)) }
        }
        preconnections.close()
        preresolutions.close()
        for (id, transfer) in transfers {
            transfer.fail(.cancelled)
            remove(id)
        }
        for (_, _, flow) in orders.values { flow.cancel() }
    }

    // MARK: orders

    private func follow(_ orders: TransportInbox.Orders) {
        // The token may have been cancelled before the request arrived.
        for (request, settings, flow) in orders.begun where !flow.isCancelled {
            self.orders[flow.id] = (request, settings, flow)
            queue.add(flow.id, origin: request.address.origin, priority: request.priority)
        }
        for id in orders.cancelled {
            queue.remove(id)
            self.orders[id] = nil
            remove(id)
        }
        for id in orders.resumed { transfers[id]?.resume() }
        if orders.abandonsSilent { end(where: { $0.isSilent(at: clock.now) }) }
        if let (hosts, settings) = orders.preconnect { preconnections.replace(hosts, settings) }
        for (addresses, settings) in orders.names { preresolutions.look(up: addresses, settings) }
    }

    private func startWaiting() {
        guard !orders.isEmpty else { return }
        // Paused transfers do not count, or a reader with several would wait for itself.
        var active: [String: Int] = [:]
        for transfer in transfers.values where !transfer.isPaused && !transfer.isHeld {
            active[transfer.address.origin, default: 0] += 1
        }
        let limit = orders.values.map(\.1.transfersPerHost).min() ?? 1
        while let id = queue.next(limit: limit, active: { active[$0] ?? 0 }), let order = orders.removeValue(forKey: id)
        {
            let transfer = Transfer(
                order.0, order.1, order.2, library, share: share(for: order.1), meter: inbox.meter)
            if !transfer.isHeld { active[transfer.address.origin, default: 0] += 1 }
            preconnections.offer(to: transfer.handle, for: transfer.address)
            order.2.begin()
            transfers[id] = transfer
            ids[transfer.handle.pointer] = id
            add(transfer)
        }
    }

    private struct Jar {
        weak let jar: CookieJar?
        let share: CurlShare
    }

    private func share(for settings: HTTPSettings) -> CurlShare {
        guard let jar = settings.cookieJar else { return settings.usesCookies ? cookieShare : share }
        if let known = jars[ObjectIdentifier(jar)], known.jar === jar { return known.share }
        jars = jars.filter { $0.value.jar != nil }
        let new = CurlShare(library, keepsCookies: true)
        jars[ObjectIdentifier(jar)] = Jar(jar: jar, share: new)
        return new
    }

    private func add(_ transfer: Transfer) {
        transfer.start()
        check(curl.pointee.curl_multi_add_handle(inbox.multi, transfer.handle.pointer))
    }

    private func remove(_ id: Int) {
        guard let transfer = transfers.removeValue(forKey: id) else { return }
        transfer.stop()
        ids[transfer.handle.pointer] = nil
        check(curl.pointee.curl_multi_remove_handle(inbox.multi, transfer.handle.pointer))
    }

    // MARK: ends

    /// - Returns: whether there is more work at once.
    private func collect() -> Bool {
        var hasMore = false
        var pointer: UnsafeMutableRawPointer?
        var result = CURLE_OK
        while tv_curl_next_done(curl, inbox.multi, &pointer, &result) != 0 {
            guard let pointer else { continue }
            if let id = ids[pointer], let transfer = transfers[id] {
                if transfer.finished(result) {
                    transfer.stop()
                    check(curl.pointee.curl_multi_remove_handle(inbox.multi, pointer))
                    add(transfer)
                } else {
                    remove(id)
                }
                hasMore = true
            } else if !preresolutions.finished(pointer) {
                preconnections.finished(pointer, succeeded: result == CURLE_OK)
            }
        }
        return hasMore
    }

    private func expire(at now: HostTime) {
        end(where: { transfer in transfer.deadline.map { $0 <= now } ?? false })
    }

    private func end(where isOver: (Transfer) -> Bool) {
        for (id, transfer) in transfers where isOver(transfer) {
            transfer.fail(.timedOut)
            remove(id)
        }
    }

    /// Returns the milliseconds until the first deadline, rounded up so that it has passed.
    private func timeout() -> Int32 {
        guard let first = transfers.values.compactMap(\.deadline).min() else { return Self.idle }
        let left = (first - clock.now).nanoseconds
        return Int32(clamping: min(Int64(Self.idle), max(0, (left + 999_999) / 1_000_000)))
    }

    /// In milliseconds. All events that matter wake the thread.
    private static let idle: Int32 = 3_600_000

    private func check(_ result: CURLMcode) {
        guard result != CURLM_OK else { return }
        let reason = curl.pointee.curl_multi_strerror(result).map { String(cString: $0) } ?? ""
        Log.shared.write(.error, "net", "libcurl: \(reason)")
    }
}
