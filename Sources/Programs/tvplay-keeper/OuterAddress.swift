import Glibc

/// The address by which others reach this machine though it has it not itself: it stands behind NAT.
enum OuterAddress {
    /// - Parameter host: a name, or an address.
    /// - Returns: its IPv4 address; nil: this machine has it, or it is not known.
    static func of(_ host: String) -> String? {
        let known = own()
        let found = addresses(of: host)
        return found.contains(where: known.contains) ? nil : found.first
    }

    private static func addresses(of host: String) -> [String] {
        var hints = addrinfo()
        hints.ai_family = AF_INET
        hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        return sequence(first: list) { $0?.pointee.ai_next }.prefix { $0 != nil }.compactMap { entry in
            text(entry?.pointee.ai_addr)
        }
    }

    /// Of its interfaces.
    private static func own() -> Set<String> {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        return Set(
            sequence(first: list) { $0?.pointee.ifa_next }.prefix { $0 != nil }.compactMap { entry in
                text(entry?.pointee.ifa_addr)
            })
    }

    /// Nil: no address of IPv4.
    private static func text(_ address: UnsafeMutablePointer<sockaddr>?) -> String? {
        guard let address, address.pointee.sa_family == sa_family_t(AF_INET) else { return nil }
        var bytes = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        guard getnameinfo(address, length, &bytes, socklen_t(bytes.count), nil, 0, NI_NUMERICHOST) == 0 else {
            return nil
        }
        return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
