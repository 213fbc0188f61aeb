import Glibc

/// A path, or an abstract name if it begins with @.
package struct UnixAddress: Sendable {
    private let storage: sockaddr_un
    private let length: socklen_t

    /// Returns `nil` if the path is longer than 107 bytes.
    package init?(_ path: String) {
        var bytes = ByteText.bytes(path)
        let isFile = bytes.first != UInt8(ascii: "@")
        // An abstract name begins with a zero byte.
        if !isFile { bytes[0] = 0 }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        storage = address
        length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + (isFile ? 1 : 0))
    }

    /// Returns whether it succeeded; `errno` has the reason for a failure.
    package func bind(_ descriptor: Int32) -> Bool { withPointer { Glibc.bind(descriptor, $0, $1) == 0 } }

    /// Returns whether it succeeded; `errno` has the reason for a failure.
    package func connect(_ descriptor: Int32) -> Bool { withPointer { Glibc.connect(descriptor, $0, $1) == 0 } }

    /// The pointer is valid within the call only.
    private func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }
}
