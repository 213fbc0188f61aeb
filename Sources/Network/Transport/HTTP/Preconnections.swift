import Addresses
internal import CCurl
import CPlatform
import Glibc
import PlayCore

/// TCP connections for plain HTTP, made before they are needed. `transport` thread. libcurl connects
/// (`CURLOPT_CONNECT_ONLY`) but does not reuse such a connection for a request. So this keeps a duplicate of its
/// socket, and passes it to the next request to that host (`CURLOPT_OPENSOCKETFUNCTION`).
final class Preconnections {
    struct Host: Hashable, Sendable {
        let name: String
        let port: Int
    }

    /// A longer list is a mistake.
    static let limit = 16

    private enum State {
        case connecting(CurlHandle)
        case ready(Int32)
        /// Used, or the server was unreachable. No new attempt before the list changes.
        case over
    }

    private var states: [Host: State] = [:]
    private let library: CurlLibrary
    private let multi: UnsafeMutableRawPointer

    init(_ library: CurlLibrary, multi: UnsafeMutableRawPointer) {
        self.library = library
        self.multi = multi
    }

    var readyCount: Int {
        states.values.count { if case .ready = $0 { true } else { false } }
    }

    /// Reads `host[:port]` separated by `;`. Needs libcurl, so call it once a client exists.
    static func hosts(_ text: String) -> [Host] {
        var hosts: [Host] = []
        for entry in text.split(separator: ";") {
            guard let address = address(of: entry) else { continue }
            let host = Host(name: address.host, port: address.port ?? 80)
            if !hosts.contains(host), hosts.count < limit { hosts.append(host) }
        }
        return hosts
    }

    static func address(of entry: Substring) -> Address? {
        let name = entry.trimmed
        guard !name.contains("/"), let address = Address("http://\(name)/"), address.path == "/", !address.hasUser
        else {
            return nil
        }
        return address
    }

    /// Replaces the list. Closes removed hosts and keeps existing ones.
    func replace(_ hosts: [Host], _ settings: HTTPSettings) {
        for host in Array(states.keys) where !hosts.contains(host) { drop(host) }
        for host in hosts where states[host] == nil {
            guard let address = Address("http://\(host.name):\(host.port)/") else { continue }
            let handle = CurlHandle(library)
            handle.apply(settings)
            handle.resolve(address, settings)
            handle.set(CURLOPT_URL, address.text)
            handle.set(CURLOPT_CONNECT_ONLY, true)
            states[host] = .connecting(handle)
            _ = library.functions.pointee.curl_multi_add_handle(multi, handle.pointer)
        }
    }

    func finished(_ pointer: UnsafeMutableRawPointer, succeeded: Bool) {
        for (host, state) in states {
            guard case .connecting(let handle) = state, handle.pointer == pointer else { continue }
            let socket = succeeded ? handle.socket.map { fcntl($0, F_DUPFD_CLOEXEC, 0) } ?? -1 : -1
            _ = library.functions.pointee.curl_multi_remove_handle(multi, pointer)
            states[host] = socket >= 0 ? .ready(socket) : .over
            return
        }
    }

    /// Passes a ready socket, unless the server has closed it, to the next connection of this handle.
    func offer(to handle: CurlHandle, for address: Address) {
        let host = Host(name: address.host, port: address.port ?? 80)
        guard address.scheme == "http", case .ready(let socket)? = states[host] else { return }
        states[host] = .over
        guard Self.isOpen(socket) else {
            _ = close(socket)
            return
        }
        let offer = SocketOffer(socket)
        handle.offer = offer
        let context = Unmanaged.passUnretained(offer).toOpaque()
        handle.set(CURLOPT_OPENSOCKETDATA, context: context)
        handle.set(CURLOPT_SOCKOPTDATA, context: context)
        handle.set(openSocket: openSocket, prepare: prepareSocket)
    }

    func close() {
        for host in Array(states.keys) { drop(host) }
    }

    private func drop(_ host: Host) {
        switch states.removeValue(forKey: host) {
        case .connecting(let handle)?:
            _ = library.functions.pointee.curl_multi_remove_handle(multi, handle.pointer)
        case .ready(let socket)?: _ = Glibc.close(socket)
        case .over?, nil: break
        }
    }

    private static func isOpen(_ socket: Int32) -> Bool {
        var byte: UInt8 = 0
        return recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) < 0 && errno == EAGAIN
    }

    private func close(_ socket: Int32) -> Int32 { Glibc.close(socket) }
}

final class SocketOffer {
    /// -1 once a request uses it.
    fileprivate var waiting: Int32
    fileprivate var taken: Int32 = -1

    init(_ socket: Int32) { waiting = socket }

    deinit { if waiting >= 0 { close(waiting) } }
}

private func openSocket(
    _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype, _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let context, let address else { return -1 }
    let offer = Unmanaged<SocketOffer>.fromOpaque(context).takeUnretainedValue()
    guard offer.waiting >= 0 else {
        let wanted = address.pointee
        return socket(wanted.family, wanted.socktype | Int32(SOCK_CLOEXEC.rawValue), wanted.protocol)
    }
    offer.taken = offer.waiting
    offer.waiting = -1
    return offer.taken
}

private func prepareSocket(
    _ context: UnsafeMutableRawPointer?, _ socket: curl_socket_t, _ purpose: curlsocktype
) -> Int32 {
    guard let context else { return Int32(CURL_SOCKOPT_OK) }
    let offer = Unmanaged<SocketOffer>.fromOpaque(context).takeUnretainedValue()
    guard socket == offer.taken else { return Int32(CURL_SOCKOPT_OK) }
    offer.taken = -1
    return Int32(CURL_SOCKOPT_ALREADY_CONNECTED)
}
