import Glibc

/// Looks up a host's addresses. Blocks as the resolver does.
enum HostAddresses {
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
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            guard
                getnameinfo(
                    entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
            else { continue }
            let number = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if !result.contains(number) { result.append(number) }
        }
        return result
    }

    /// In the system's words.
    static var unknown: String { String(cString: gai_strerror(EAI_NONAME)) }
}
