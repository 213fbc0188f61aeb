import Glibc
import PlayCore

package enum OwnInterfaces {
    /// Whether an interface other than loopback, which Janus skips, has an address.
    package static let hasBesideLoopback = address() != nil

    /// Skips loopback and link-local addresses.
    package static func address(isIPv6: Bool = false) -> String? {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return nil }
        defer { freeifaddrs(list) }
        var next = list
        while let entry = next {
            let flags = Int32(bitPattern: entry.pointee.ifa_flags)
            let isUp = flags & Int32(IFF_UP) != 0 && flags & Int32(IFF_LOOPBACK) == 0
            if isUp, let address = entry.pointee.ifa_addr.flatMap({ text($0, isIPv6) }) { return address }
            next = entry.pointee.ifa_next
        }
        return nil
    }

    private static func text(_ address: UnsafeMutablePointer<sockaddr>, _ isIPv6: Bool) -> String? {
        guard address.pointee.sa_family == sa_family_t(isIPv6 ? AF_INET6 : AF_INET) else { return nil }
        let length = isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard getnameinfo(address, socklen_t(length), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
        else { return nil }
        let number = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return number.hasPrefix("fe80:") ? nil : number
    }
}
