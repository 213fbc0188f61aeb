import CPlatform
import Glibc

/// Sends without SIGPIPE when the peer has disconnected. Blocks; any thread.
package enum SocketWriting {
    /// - Returns: `false` if the peer has disconnected.
    package static func send(_ bytes: some Sequence<UInt8>, to socket: Int32) -> Bool {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
