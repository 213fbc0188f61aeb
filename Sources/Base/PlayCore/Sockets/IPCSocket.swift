import CPlatform
import Glibc

/// Why there is no socket for commands, or nobody at it; text for the user, in English or the system's words.
package struct IPCError: Error, Sendable, Equatable {
    package enum Reason: Sendable, Equatable {
        /// The path does not fit into an address of a socket.
        case tooLong
        /// Something else than a socket is there.
        case notASocket
        /// Another program listens there.
        case inUse
        /// Everyone may write into the folder.
        case unsafeFolder
        /// The system's words.
        case system(String)
    }

    package let path: String
    package let reason: Reason

    package init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }
}

/// Sockets in the file system or, with a name that begins with @, without a file. Any thread.
package enum IPCSocket {
    /// A listening socket that only this user can open (0600). A socket that nobody listens to any more is replaced.
    package static func listen(_ path: String) throws(IPCError) -> Int32 {
        let address = try address(path)
        let isFile = !path.hasPrefix("@")
        if isFile { try clear(path) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | socketFlags, 0)
        guard descriptor >= 0 else { throw failure(path) }
        // Before bind, so that there is no instant at which others could connect.
        fchmod(descriptor, 0o600)
        guard address.bind(descriptor), Glibc.listen(descriptor, 8) == 0 else {
            let error = errno == EADDRINUSE ? IPCError(path: path, reason: .inUse) : failure(path)
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// A connection of a client, which blocks nobody; nil: none is waiting.
    package static func accept(_ listener: Int32) -> Int32? {
        let descriptor = Glibc.accept(listener, nil, nil)
        guard descriptor >= 0 else { return nil }
        // Names without a file have no permissions: the kernel says who it is.
        guard let user = user(descriptor), user == geteuid() || user == 0 else {
            close(descriptor)
            return nil
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        tv_set_nonblocking(descriptor, 1)
        return descriptor
    }

    private static func user(_ descriptor: Int32) -> uid_t? {
        // struct ucred, which Glibc's module leaves out: process, user, group.
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
        // Without the sticky bit everyone could put another socket in the place of ours.
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
