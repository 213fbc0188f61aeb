import CPlatform
import Glibc
import PlayCore

/// Ports, TCP and UDP, that no other test process of this machine has while this object lives.
///
/// The lease of a block is an abstract Unix socket with the block's number in its name. The kernel releases it when the
/// process ends. Network namespaces have their own names of this kind, as they have their own ports. All blocks are
/// below the ports that the kernel assigns to outgoing connections (`ip_local_port_range`).
package final class PortBlock: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package var description: String { "other test processes have all blocks of ports" }
    }

    package static let count = 64
    private static let size = 256
    private static let first = 16_384

    package let number: Int
    private let lease: Int32

    package convenience init() throws {
        let start = Int.random(in: 0..<Self.count)
        for offset in 0..<Self.count {
            let number = (start + offset) % Self.count
            guard let lease = Self.lease(number) else { continue }
            self.init(number, lease)
            return
        }
        throw Failure()
    }

    package convenience init?(number: Int) {
        guard let lease = Self.lease(number) else { return nil }
        self.init(number, lease)
    }

    private init(_ number: Int, _ lease: Int32) { (self.number, self.lease) = (number, lease) }

    deinit { close(lease) }

    package var ports: ClosedRange<Int> {
        let first = Self.first + number * Self.size
        return first...(first + Self.size - 1)
    }

    private static func lease(_ number: Int) -> Int32? {
        let lease = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard lease >= 0 else { return nil }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // The leading zero makes it abstract.
        let name = [0] + Array("@tvplay-test-ports-\(number)".utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(lease, $0, length) == 0 }
        }
        if isBound { return lease }
        close(lease)
        return nil
    }
}

/// Single ports of blocks that this process keeps until it ends.
package enum PortLease {
    private struct State {
        var blocks: [PortBlock] = []
        var unused: [Int] = []
    }

    private static let state = Monitor(State())

    /// Returns a port for a server, or one that stays without a listener. Each port is returned once, and only if no
    /// other program of this machine listens on it.
    package static func next() throws -> Int { try first(of: 1) }

    /// RTP uses the next port, too, for RTCP (RFC 3550, section 11).
    package static func pair() throws -> Int { try first(of: 2) }

    private static func first(of count: Int) throws -> Int {
        try state.withLock { state in
            while true {
                while state.unused.count >= count {
                    let port = state.unused.last ?? 0
                    state.unused.removeLast(count)
                    if (port..<port + count).allSatisfy(isFree) { return port }
                }
                let block = try PortBlock()
                state.blocks.append(block)
                state.unused = block.ports.reversed()
            }
        }
    }

    private static func isFree(_ port: Int) -> Bool {
        guard let (socket, _) = try? LoopbackSocket.listen(port: port) else { return false }
        close(socket)
        return true
    }
}
