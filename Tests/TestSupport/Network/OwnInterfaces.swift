import Glibc

/// The interfaces of this machine.
package enum OwnInterfaces {
    /// Whether there is one with an address beside the loopback's, which Janus passes over.
    package static let hasBesideLoopback: Bool = {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return false }
        defer { freeifaddrs(list) }
        var next = list
        while let entry = next {
            let flags = Int32(bitPattern: entry.pointee.ifa_flags)
            let isUp = flags & Int32(IFF_UP) != 0 && flags & Int32(IFF_LOOPBACK) == 0
            if isUp, entry.pointee.ifa_addr?.pointee.sa_family == sa_family_t(AF_INET) { return true }
            next = entry.pointee.ifa_next
        }
        return false
    }()
}
