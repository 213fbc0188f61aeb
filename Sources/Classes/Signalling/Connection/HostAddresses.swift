import Glibc
import PlayCore

/// Blocks for the resolver.
package enum HostAddresses {
    /// Returns a host's numeric addresses in the order to try them.
    ///
    /// `AI_ADDRCONFIG` omits families that only the loopback interface has. Numeric addresses are never omitted. Names
    /// with addresses of only such a family (`localhost`) keep them.
    static func numbers(of host: String) -> [String] {
        let isNumber = InternetAddress.bytes(host) != nil
        let reachable = isNumber ? [] : lookUp(host, flags: AI_ADDRCONFIG)
        return reachable.isEmpty ? lookUp(host, flags: 0) : reachable
    }

    /// Returns an address to which libstrophe can connect. libstrophe resolves numeric addresses with `AI_ADDRCONFIG`.
    /// Without an IPv4 interface, `127.0.0.1` must therefore be written as an IPv6 address.
    static func connectable(_ number: String) -> String {
        guard InternetAddress.bytes(number)?.count == 4, lookUp(number, flags: AI_ADDRCONFIG).isEmpty else {
            return number
        }
        return "::ffff:" + number
    }

    package static var hasIPv6: Bool {
        let socket = Glibc.socket(AF_INET6, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return false }
        defer { close(socket) }
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0
            }
        }
    }

    private static func lookUp(_ host: String, flags: Int32) -> [String] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = flags
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &first) == 0 else { return [] }
        defer { freeaddrinfo(first) }
        var result: [String] = []
        var next = first
        while let entry = next?.pointee {
            next = entry.ai_next
            guard let number = number(entry.ai_addr, entry.ai_addrlen) else { continue }
            if !result.contains(number) { result.append(number) }
        }
        return result
    }

    private static func number(_ address: UnsafePointer<sockaddr>?, _ length: socklen_t) -> String? {
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard getnameinfo(address, length, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else {
            return nil
        }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Returns the outer IPv4 address behind NAT, or `nil` if none is known or this machine has it.
    package static func outer(of host: String) -> String? { outer(numbers(of: host), own: own()) }

    static func outer(_ numbers: [String], own: Set<String>) -> String? {
        let found = numbers.filter { InternetAddress.bytes($0)?.count == 4 }
        return found.contains(where: own.contains) ? nil : found.first
    }

    /// Returns the addresses at which other machines may reach this one, without loopback and link-local ones. For
    /// IPv6, returns the first 64 bits, because the rest changes by itself (RFC 8981).
    package static func reachable() -> Set<String> {
        let six = own(AF_INET6).compactMap { text -> String? in
            // Link-local addresses end with an interface, so they are not numeric.
            guard let bytes = InternetAddress.bytes(text), !InternetAddress.isLoopback(bytes) else { return nil }
            return bytes.prefix(8).map { "\($0)" }.joined(separator: ":")
        }
        return own().filter { !$0.hasPrefix("127.") && !$0.hasPrefix("169.254.") }.union(six)
    }

    private static func own(_ family: Int32 = AF_INET) -> Set<String> {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        let size = family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
        return Set(
            sequence(first: list) { $0?.pointee.ifa_next }.prefix { $0 != nil }.compactMap { entry in
                guard let address = entry?.pointee.ifa_addr, address.pointee.sa_family == sa_family_t(family) else {
                    return nil
                }
                return number(address, socklen_t(size))
            })
    }

    package static func own(_ addresses: [String]) -> Set<String> {
        let all = Set(own().union(own(AF_INET6)).compactMap { InternetAddress.bytes($0) })
        return Set(addresses.filter { InternetAddress.bytes($0).map(all.contains) ?? false })
    }

    static var unknown: String { String(cString: gai_strerror(EAI_NONAME)) }
}
