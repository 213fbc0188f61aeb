internal import CCurl
import Glibc

/// The process's TCP connections from an address that this machine has lost. Nothing arrives on them any more, but TCP
/// detects that only after minutes without an answer.
enum StrandedConnections {
    /// Shuts them down, so that each owner sees the end of its connection at once and reconnects.
    ///
    /// - Parameter socket: a socket of the calling thread's network. Connections in other networks are ignored.
    static func shutDown(inNetworkOf socket: Int32) {
        let (own, network) = (addresses(), network(of: socket))
        // Without a list of addresses, every connection would seem stranded.
        guard !own.isEmpty else { return }
        func isStranded(_ descriptor: Int32) -> Bool {
            guard let local = address({ getsockname(descriptor, $0, $1) }), isStream(descriptor) else { return false }
            // A socket that listens has no far end.
            return !own.contains(local) && address({ getpeername(descriptor, $0, $1) }) != nil
                && self.network(of: descriptor) == network
        }
        for descriptor in 0..<limit where isStranded(descriptor) {
            // The owner may close the descriptor meanwhile, and the kernel may reuse its number.
            let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
            guard copy >= 0 else { continue }
            if isStranded(copy) { shutdown(copy, Int32(SHUT_RDWR)) }
            close(copy)
        }
    }

    /// The number of descriptors to examine. Programs rarely raise the limit of 1,024.
    private static var limit: Int32 {
        var values = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &values) == 0 else { return 1024 }
        return Int32(min(values.rlim_cur, 4096))
    }

    /// Returns the identity of a socket's network namespace, or `nil` before Linux 5.14.
    private static func network(of descriptor: Int32) -> UInt64? {
        var cookie: UInt64 = 0
        var length = socklen_t(MemoryLayout<UInt64>.size)
        let option: Int32 = 71  // SO_NETNS_COOKIE
        return getsockopt(descriptor, SOL_SOCKET, option, &cookie, &length) == 0 ? cookie : nil
    }

    private static func isStream(_ descriptor: Int32) -> Bool {
        var kind: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &kind, &length) == 0 && kind == Int32(SOCK_STREAM.rawValue)
    }

    private static func addresses() -> Set<[UInt8]> {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        return Set(
            sequence(first: list) { $0?.pointee.ifa_next }.prefix { $0 != nil }.compactMap { entry in
                entry?.pointee.ifa_addr.flatMap { bytes(UnsafeRawPointer($0)) }
            })
    }

    private static func address(
        _ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> [UInt8]? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            let result = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, &length) }
            return result == 0 ? bytes(pointer) : nil
        }
    }

    /// Returns 4 or 16 bytes, 4 for a mapped IPv4 address, or `nil` for another address family.
    private static func bytes(_ address: UnsafeRawPointer) -> [UInt8]? {
        switch Int32(address.loadUnaligned(as: sockaddr.self).sa_family) {
        case AF_INET:
            return withUnsafeBytes(of: address.loadUnaligned(as: sockaddr_in.self).sin_addr) { Array($0) }
        case AF_INET6:
            let host = withUnsafeBytes(of: address.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { Array($0) }
            return host.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) ? Array(host.suffix(4)) : host
        default: return nil
        }
    }
}
