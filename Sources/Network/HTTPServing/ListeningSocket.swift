import Glibc

enum ListeningSocket {
    static func open(host: String, port: Int) throws(HTTPServerError) -> (descriptor: Int32, port: Int) {
        let context = (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE
        var first: UnsafeMutablePointer<addrinfo>?
        guard (0...65_535).contains(port), getaddrinfo(host, "\(port)", &hints, &first) == 0,
            let entry = first?.pointee
        else { throw HTTPServerError(.unknownHost, context) }
        defer { freeaddrinfo(first) }
        let type = entry.ai_socktype | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(entry.ai_family, type, 0)
        guard descriptor >= 0 else { throw refused(context) }
        var on: Int32 = 1
        var off: Int32 = 0
        // After a restart, connections of the previous server may still exist.
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        if entry.ai_family == AF_INET6 {
            setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &off, socklen_t(MemoryLayout<Int32>.size))
        }
        guard bind(descriptor, entry.ai_addr, entry.ai_addrlen) == 0, listen(descriptor, SOMAXCONN) == 0,
            let port = boundPort(descriptor)
        else {
            let error = refused(context)
            close(descriptor)
            throw error
        }
        return (descriptor, port)
    }

    private static func refused(_ context: String) -> HTTPServerError {
        HTTPServerError(.cannotListen, context, detail: String(cString: strerror(errno)))
    }

    private static func boundPort(_ descriptor: Int32) -> Int? {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        var text = [CChar](repeating: 0, count: 16)
        let isKnown = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length) == 0
                    && getnameinfo($0, length, nil, 0, &text, socklen_t(text.count), NI_NUMERICSERV) == 0
            }
        }
        return isKnown
            ? Int(String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)) : nil
    }
}
