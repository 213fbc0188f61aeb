import CPlatform
import Foundation
import Glibc
import PlayCore

/// Two networks with one line between them, which can be cut (network namespaces and a veth pair). For tests that run
/// as root. The networks are removed with the object.
package final class NetworkPair: Sendable {
    package static let isPossible = geteuid() == 0 && (try? NetworkPair()) != nil
    package static let absentReason = "needs root, and a kernel that lets it make network namespaces (ip)"

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
        package init(description: String) { self.description = description }
    }

    /// In host byte order.
    package static let farHost: UInt32 = 0x0A63_0002
    package let near: String
    private let far: String
    private static let count = Monitor(0)

    /// Of a pair that has IPv6 only, apart from its loopback interfaces.
    package static let (nearIPv6, farIPv6) = ("fd99::1", "fd99::2")

    package init(isIPv6: Bool = false) throws {
        let number = Self.count.update { count in
            count += 1
            return count
        }
        near = "tvplay-test-\(getpid())-\(number)n"
        far = "tvplay-test-\(getpid())-\(number)f"
        try Self.ip("netns", "add", near)
        try Self.ip("netns", "add", far)
        try Self.ip("link", "add", "near", "netns", near, "type", "veth", "peer", "name", "far", "netns", far)
        let hosts = isIPv6 ? [Self.nearIPv6 + "/64", Self.farIPv6 + "/64"] : ["10.99.0.1/24", "10.99.0.2/24"]
        for (space, link, host) in [(near, "near", hosts[0]), (far, "far", hosts[1])] {
            try Self.ip(["-n", space, "addr", "add", host, "dev", link] + (isIPv6 ? ["nodad"] : []))
            for name in ["lo", link] { try Self.ip("-n", space, "link", "set", name, "up") }
        }
    }

    deinit {
        for space in [near, far] {
            // A namespace whose creation failed does not exist.
            try? Self.ip("netns", "del", space)
        }
    }

    package func cut() throws { try Self.ip("-n", near, "link", "set", "near", "down") }

    package func mend() throws { try Self.ip("-n", near, "link", "set", "near", "up") }

    package func loseAddress() throws { try Self.ip("-n", near, "addr", "del", "10.99.0.1/24", "dev", "near") }

    package func atNearEnd<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
        try Self.within(near, body)
    }

    package func atFarEnd<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
        try Self.within(far, body)
    }

    /// A namespace belongs to a thread, so `body` needs a temporary one.
    private static func within<Value: Sendable>(
        _ space: String, _ body: @escaping @Sendable () throws -> Value
    ) throws -> Value {
        let outcome = Monitor<Result<Value, any Error>?>(nil)
        let thread = WorkerThread(name: "namespace") {
            let file = open("/var/run/netns/" + space, O_RDONLY | O_CLOEXEC)
            defer { close(file) }
            let isThere = file >= 0 && tv_enter_network(file) == 0
            let number = errno
            let result = Result {
                guard isThere else { throw Failure(description: "entering \(space): error \(number)") }
                return try body()
            }
            outcome.withLock { $0 = result }
        }
        thread.join()
        guard let result = outcome.withLock({ $0 }) else { throw Failure(description: "the thread left nothing") }
        return try result.get()
    }

    private static func ip(_ arguments: String...) throws { try ip(arguments) }

    private static func ip(_ arguments: [String]) throws {
        let places = ["/usr/sbin/ip", "/sbin/ip", "/usr/bin/ip"]
        guard let program = places.first(where: FileManager.default.isExecutableFile(atPath:)) else {
            throw Failure(description: absentReason)
        }
        let outcome = try BuiltProgram.run(program, arguments)
        guard outcome.status == 0 else { throw Failure(description: "ip \(arguments): \(outcome.errors)") }
    }
}
