import Glibc
import PlayCore

/// Looks up a host's addresses. Blocks as the resolver does.
package enum HostAddresses {
    /// Returns a host's addresses as numbers, in the order in which they should be tried. Empty if there are none.
    ///
    /// `AI_ADDRCONFIG` omits families that only the loopback interface has. Numbers are never omitted, and names that
    /// only have addresses of such a family (`localhost`) keep them.
    static func numbers(of host: String) -> [String] {
        let isNumber = InternetAddress.bytes(host) != nil
        let reachable = isNumber ? [] : lookUp(host, flags: AI_ADDRCONFIG)
        return reachable.isEmpty ? lookUp(host, flags: 0) : reachable
    }

    /// Returns an address in the form in which libstrophe can connect to it. libstrophe looks numbers up with
    /// `AI_ADDRCONFIG`, so if no interface has IPv4, `127.0.0.1` must be written as an IPv6 address.
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

    /// Returns the outer IPv4 address behind NAT, or `nil` if an interface of this machine has it or none is known.
    package static func outer(of host: String) -> String? { outer(numbers(of: host), own: own()) }

    static func outer(_ numbers: [String], own: Set<String>) -> String? {
        let found = numbers.filter { InternetAddress.bytes($0)?.count == 4 }
        return found.contains(where: own.contains) ? nil : found.first
    }

    private static func own() -> Set<String> {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        return Set(
            sequence(first: list) { $0?.pointee.ifa_next }.prefix { $0 != nil }.compactMap { entry in
                guard let address = entry?.pointee.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET) else {
                    return nil
                }
                return number(address, socklen_t(MemoryLayout<sockaddr_in>.size))
            })
    }

    /// The system's message for an unknown host.
    static var unknown: String { String(cString: gai_strerror(EAI_NONAME)) }
}
