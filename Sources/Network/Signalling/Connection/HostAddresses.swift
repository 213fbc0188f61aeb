import Glibc
import PlayCore

/// Looks up a host's addresses. Blocks as the resolver does.
package enum HostAddresses {
    /// As numbers, in the order in which they should be tried; empty: there are none.
    static func numbers(of host: String) -> [String] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_ADDRCONFIG
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

    /// The IPv4 address by which others reach this machine though none of its interfaces has it: it stands behind NAT. Nil: one
    /// has, or it is not known.
    package static func outer(of host: String) -> String? { outer(numbers(of: host), own: own()) }

    static func outer(_ numbers: [String], own: Set<String>) -> String? {
        let found = numbers.filter { InternetAddress.bytes($0)?.count == 4 }
        return found.contains(where: own.contains) ? nil : found.first
    }

    /// Of this machine's interfaces, IPv4.
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

    /// In the system's words.
    static var unknown: String { String(cString: gai_strerror(EAI_NONAME)) }
}
