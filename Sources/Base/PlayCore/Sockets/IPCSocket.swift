import CPlatform
import Glibc

/// Why a socket is unavailable or has no listener, in English or the system's words.
package struct IPCError: Error, Sendable, Equatable {
    package enum Reason: Sendable, Equatable {
        case tooLong
        case notASocket
        case inUse
        /// Any user may write into the folder.
        case unsafeFolder
        case system(String)
    }

    package let path: String
    package let reason: Reason

    package init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }
}

/// Sockets in the file system, or without a file if the name begins with @. Any thread.
package enum IPCSocket {
    /// Creates a listening socket that only this user can open (0600). Replaces a socket that has no listener.
    package static func listen(_ path: String) throws(IPCError) -> Int32 {
        let address = try address(path)
        let isFile = !path.hasPrefix("@")
        if isFile { try clear(path) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | socketFlags, 0)
        guard descriptor >= 0 else { throw failure(path) }
        // Before bind, so that other users can never connect.
        fchmod(descriptor, 0o600)
        guard address.bind(descriptor), Glibc.listen(descriptor, 8) == 0 else {
            let error = errno == EADDRINUSE ? IPCError(path: path, reason: .inUse) : failure(path)
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Returns a non-blocking descriptor, or `nil` if no client is waiting.
    package static func accept(_ listener: Int32) -> Int32? {
        let descriptor = Glibc.accept(listener, nil, nil)
        guard descriptor >= 0 else { return nil }
        // Names without a file have no permissions, so this asks the kernel for the user.
        guard let user = user(descriptor), user == geteuid() || user == 0 else {
            close(descriptor)
            return nil
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        tv_set_nonblocking(descriptor, 1)
        return descriptor
    }

    private static func user(_ descriptor: Int32) -> uid_t? {
        // struct ucred, which Glibc's module omits: process, user, group.
        var credentials: [UInt32] = [0, 0, 0]
        var size = socklen_t(MemoryLayout<UInt32>.size * 3)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return nil }
        return credentials[1]
    }

    package static func remove(_ path: String) {
        if !path.hasPrefix("@") { _ = ByteText.withCString(path) { unlink($0) } }
    }

    private static let socketFlags = Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

    private static func clear(_ path: String) throws(IPCError) {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        var status = stat()
        guard ByteText.withCString(folder, { stat($0, &status) }) == 0 else { throw failure(path) }
        // Without the sticky bit, any user could replace our socket.
        guard status.st_mode & 0o002 == 0 || status.st_mode & 0o1000 != 0 else {
            throw IPCError(path: path, reason: .unsafeFolder)
        }
        guard ByteText.withCString(path, { lstat($0, &status) }) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw IPCError(path: path, reason: .notASocket) }
        if try isAnswered(path) { throw IPCError(path: path, reason: .inUse) }
        remove(path)
    }

    private static func isAnswered(_ path: String) throws(IPCError) -> Bool {
        let address = try address(path)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | socketFlags, 0)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        return address.connect(descriptor) || errno == EAGAIN
    }

    private static func address(_ path: String) throws(IPCError) -> UnixAddress {
        guard let address = UnixAddress(path) else { throw IPCError(path: path, reason: .tooLong) }
        return address
    }

    private static func failure(_ path: String) -> IPCError {
        IPCError(path: path, reason: .system(String(cString: strerror(errno))))
    }
}
