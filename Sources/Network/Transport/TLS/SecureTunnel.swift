import Addresses
internal import CCurl
import CPlatform
import Glibc
package import PlayCore

/// A TLS connection for a library that speaks a protocol but does not verify servers. Any thread. The library connects
/// once, without encryption, to ``port`` of this machine, and the thread `tunnel` relays bytes as long as this object
/// lives. Names, proxies and certificates are handled as for HTTPS.
package final class SecureTunnel: Sendable {
    /// On 127.0.0.1.
    package let port: Int
    private let end = WakeUp()
    private let thread: WorkerThread

    deinit {
        end.signal()
        thread.join()
    }

    /// Returns once `server` is verified. Only host, port and key of this `https:` address count. `name` is for errors.
    init(
        to server: Address, _ settings: HTTPSettings, _ library: CurlLibrary, name: String, cancel: CancelToken
    ) throws(ByteSourceError) {
        if let code = RedirectRule.refusal(of: server, settings) {
            throw ByteSourceError(code, operation: "open", context: name)
        }
        let far = try TunnelEnd(to: server, settings, library, name: name, cancel: cancel)
        guard let (listener, port) = Self.listen() else {
            throw ByteSourceError(.io, operation: "listen", systemError: errno, context: name)
        }
        self.port = port
        let relay = TunnelRelay(far, listener: listener, end: end)
        thread = WorkerThread(name: "tunnel") { relay.run() }
    }

    private static func listen() -> (descriptor: Int32, port: Int)? {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_INET, type, 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && Glibc.listen(descriptor, 1) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else {
            close(descriptor)
            return nil
        }
        return (descriptor, Int(UInt16(bigEndian: place.sin_port)))
    }
}

extension HTTPClient {
    /// Connects over TLS with this client's settings. `host` has brackets around IPv6. `name` is for errors.
    package func tunnel(
        to host: String, port: Int, name: String, cancel: CancelToken
    ) throws(ByteSourceError) -> SecureTunnel {
        guard let library = CurlLibrary.shared, let server = Address("https://\(host):\(port)/") else {
            throw ByteSourceError(.unresolved, operation: "open", context: name)
        }
        return try SecureTunnel(to: server, settings, library, name: name, cancel: cancel)
    }
}

/// The server's end: libcurl's connection. One thread at a time.
private final class TunnelEnd: @unchecked Sendable {
    // Sendable: created by one thread and passed to another, which then is the only user.

    private let curl: UnsafePointer<tv_curl>
    private let handle: CurlHandle
    private let multi: UnsafeMutableRawPointer
    let socket: Int32

    init(
        to server: Address, _ settings: HTTPSettings, _ library: CurlLibrary, name: String, cancel: CancelToken
    ) throws(ByteSourceError) {
        curl = library.functions
        handle = CurlHandle(library)
        handle.apply(settings)
        handle.resolve(server, settings)
        handle.set(CURLOPT_URL, server.text)
        handle.set(CURLOPT_CONNECT_ONLY, true)
        // The protocol is not HTTP.
        handle.set(CURLOPT_SSL_ENABLE_ALPN, false)
        guard let multi = curl.pointee.curl_multi_init() else { preconditionFailure("out of memory: connection") }
        self.multi = multi
        _ = curl.pointee.curl_multi_add_handle(multi, handle.pointer)
        let result = Self.connect(curl, multi, cancel)
        socket = handle.socket ?? -1
        guard result == CURLE_OK, socket >= 0 else {
            let reason = result.flatMap { curl.pointee.curl_easy_strerror($0) }.map { String(cString: $0) }
            let error = ByteSourceError(
                result ?? CURLE_RECV_ERROR, hasHead: false, systemError: handle.systemError, detail: reason ?? "",
                context: name)
            throw result == nil ? ByteSourceError(.cancelled, operation: "open", context: name) : error
        }
    }

    deinit {
        _ = curl.pointee.curl_multi_remove_handle(multi, handle.pointer)
        _ = curl.pointee.curl_multi_cleanup(multi)
    }

    /// - Returns: `nil` if cancelled.
    private static func connect(
        _ curl: UnsafePointer<tv_curl>, _ multi: UnsafeMutableRawPointer, _ cancel: CancelToken
    ) -> CURLcode? {
        var running: Int32 = 0
        var finished: UnsafeMutableRawPointer?
        var result = CURLE_OK
        while !cancel.isCancelled {
            _ = curl.pointee.curl_multi_perform(multi, &running)
            if tv_curl_next_done(curl, multi, &finished, &result) != 0 { return result }
            var wake = curl_waitfd(fd: cancel.pollDescriptor, events: Int16(CURL_WAIT_POLLIN), revents: 0)
            // libcurl shortens the wait if it has work earlier.
            _ = curl.pointee.curl_multi_poll(multi, &wake, 1, 1000, nil)
        }
        return nil
    }

    /// - Returns: number of bytes, 0 at the end, or `nil` if none have arrived yet.
    func receive(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
        var count = 0
        let result = curl.pointee.curl_easy_recv(handle.pointer, buffer.baseAddress, buffer.count, &count)
        return result == CURLE_AGAIN ? nil : result == CURLE_OK ? count : 0
    }

    /// - Returns: number of bytes, or `nil` if the connection has ended.
    func send(_ bytes: ArraySlice<UInt8>) -> Int? {
        var count = 0
        let result = bytes.withUnsafeBytes {
            curl.pointee.curl_easy_send(handle.pointer, $0.baseAddress, $0.count, &count)
        }
        return result == CURLE_OK ? count : result == CURLE_AGAIN ? 0 : nil
    }
}

private final class TunnelRelay: @unchecked Sendable {
    // Sendable: passed to its thread, which is the only user.

    private let far: TunnelEnd
    private let listener: Int32
    private let end: WakeUp
    /// The library's connection, or -1 before it connects.
    private var near: Int32 = -1
    /// Bytes that the receiving side has not accepted yet.
    private var (inward, outward) = (ArraySlice<UInt8>(), ArraySlice<UInt8>())
    private static let size = 64 << 10

    init(_ far: TunnelEnd, listener: Int32, end: WakeUp) {
        self.far = far
        self.listener = listener
        self.end = end
    }

    func run() {
        while near < 0, wait(listener, POLLIN) {
            near = accept(listener, nil, nil)
            _ = fcntl(near, F_SETFD, FD_CLOEXEC)
            _ = fcntl(near, F_SETFL, O_NONBLOCK)
        }
        close(listener)
        guard near >= 0 else { return }
        while passInward(), passOutward(), waitForBoth() {}
        close(near)
    }

    private func passInward() -> Bool {
        while true {
            if inward.isEmpty {
                guard let bytes = Self.bytes({ far.receive($0) }) else { return true }
                if bytes.isEmpty { return false }
                inward = bytes
            }
            let count = inward.withUnsafeBytes { send(near, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0 { return errno == EAGAIN || errno == EINTR }
            inward = inward.dropFirst(count)
        }
    }

    /// Returns false at the library's or the server's end.
    private func passOutward() -> Bool {
        while true {
            if outward.isEmpty {
                let bytes = Self.bytes { buffer in
                    let count = recv(near, buffer.baseAddress, buffer.count, 0)
                    return count < 0 && (errno == EAGAIN || errno == EINTR) ? nil : max(0, count)
                }
                guard let bytes else { return true }
                if bytes.isEmpty { return false }
                outward = bytes
            }
            guard let count = far.send(outward) else { return false }
            if count == 0 { return true }
            outward = outward.dropFirst(count)
        }
    }

    /// - Returns: `nil` if no bytes have arrived yet, empty at the end.
    private static func bytes(_ receive: (UnsafeMutableRawBufferPointer) -> Int?) -> ArraySlice<UInt8>? {
        var count: Int?
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            count = receive(UnsafeMutableRawBufferPointer(buffer))
            filled = count ?? 0
        }
        return count == nil ? nil : bytes[...]
    }

    /// - Returns: false if this object has been released.
    private func waitForBoth() -> Bool {
        // Bytes that one side does not accept block only the other.
        let outwards = outward.isEmpty ? POLLIN : 0
        let inwards = inward.isEmpty ? POLLIN : 0
        return wait(
            near, outwards | (inward.isEmpty ? 0 : POLLOUT), far.socket, inwards | (outward.isEmpty ? 0 : POLLOUT))
    }

    private func wait(_ first: Int32, _ events: Int32, _ second: Int32 = -1, _ others: Int32 = 0) -> Bool {
        var entries = [(end.descriptor, POLLIN), (first, events), (second, others)].map { descriptor, events in
            // Without awaited events, `poll` would report a descriptor's end again and again.
            pollfd(fd: events == 0 ? -1 : descriptor, events: Int16(events), revents: 0)
        }
        _ = poll(&entries, nfds_t(entries.count), -1)
        return entries[0].revents == 0
    }
}
