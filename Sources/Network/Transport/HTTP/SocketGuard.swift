import Addresses
internal import CCurl
import Glibc
import PlayCore

/// Checks the sockets that a handle opens, because an allowed name may have a forbidden address. `transport` thread.
final class SocketGuard {
    var address: Address
    /// Whether any address was refused. Another address of the same name may have been allowed.
    private(set) var hasRefused = false
    private let servers: ServerBounds

    init(_ servers: ServerBounds, for address: Address) {
        self.servers = servers
        self.address = address
    }

    /// Installs the checks. The handle must not outlive this object.
    func stand(before handle: CurlHandle) {
        // A proxy would resolve names itself.
        handle.set(CURLOPT_PROXY, "")
        handle.set(CURLOPT_OPENSOCKETDATA, context: Unmanaged.passUnretained(self).toOpaque())
        handle.set(openSocket: openGuardedSocket, prepare: { _, _, _ in Int32(CURL_SOCKOPT_OK) })
    }

    fileprivate func allows(_ bytes: [UInt8]) -> Bool {
        let isAllowed = servers.allows(address: bytes, scheme: address.scheme, port: address.port)
        if !isAllowed { hasRefused = true }
        return isAllowed
    }
}

private func openGuardedSocket(
    _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype, _ wanted: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let context, let wanted, let bytes = addressBytes(wanted),
        Unmanaged<SocketGuard>.fromOpaque(context).takeUnretainedValue().allows(bytes)
    else { return -1 }
    let kind = wanted.pointee
    return socket(kind.family, kind.socktype | Int32(SOCK_CLOEXEC.rawValue), kind.protocol)
}

/// Returns 4 or 16 bytes, or `nil` for another address family.
private func addressBytes(_ wanted: UnsafeMutablePointer<curl_sockaddr>) -> [UInt8]? {
    // libcurl reserves more space for the address than the field's type declares.
    guard let place = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return nil }
    let start = UnsafeRawPointer(wanted) + place
    switch wanted.pointee.family {
    case AF_INET:
        let address = start.loadUnaligned(as: sockaddr_in.self).sin_addr
        return withUnsafeBytes(of: address) { Array($0) }
    case AF_INET6:
        let address = start.loadUnaligned(as: sockaddr_in6.self).sin6_addr
        return withUnsafeBytes(of: address) { Array($0) }
    default: return nil
    }
}
