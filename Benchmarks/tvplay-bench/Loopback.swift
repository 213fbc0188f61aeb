import CPlatform
import Glibc

enum Loopback {
    static func socket() -> Int32 { Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0) }

    static func connect(to port: Int) -> Int32? {
        let socket = socket()
        guard socket >= 0 else { return nil }
        var isConnected = false
        withAddress(port) { isConnected = Glibc.connect(socket, $0, $1) == 0 }
        guard isConnected else {
            close(socket)
            return nil
        }
        return socket
    }

    /// Blocks until all is sent; returns `false` if the peer has disconnected.
    static func send(_ bytes: ArraySlice<UInt8>, to socket: Int32) -> Bool {
        var left = bytes
        while !left.isEmpty {
            let count = left.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            left = left.dropFirst(count)
        }
        return true
    }

    static func listen(_ listener: Int32, backlog: Int32) -> Int? {
        guard listener >= 0 else { return nil }
        var isBound = false
        withAddress(0) { isBound = bind(listener, $0, $1) == 0 && Glibc.listen(listener, backlog) == 0 }
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isKnown = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &length) == 0 }
        }
        return isBound && isKnown ? Int(UInt16(bigEndian: address.sin_port)) : nil
    }

    static func withAddress(_ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Void) {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
