import Glibc
import PlayCore
import Processes

/// A socket at which the daemon listens: its own, or one of systemd.
struct DaemonSocket {
    let descriptor: Int32
    /// `nil` for a socket of systemd, which keeps the file for the next daemon.
    private let file: SocketFile?

    init(_ path: String) throws(IPCError) {
        descriptor = try IPCSocket.listen(path)
        file = SocketFile(path)
    }

    init(_ socket: InheritedSocket) {
        descriptor = socket.descriptor
        file = nil
    }

    /// Leaves another listener's file: systemd replaces a socket when it begins to listen at its path.
    func close() {
        if let file, SocketFile(file.path) == file { IPCSocket.remove(file.path) }
        Glibc.close(descriptor)
    }
}

/// Distinguishes the file from a later one of the same name.
private struct SocketFile: Equatable {
    let path: String
    let device: dev_t
    let node: ino_t

    init?(_ path: String) {
        var status = stat()
        guard ByteText.withCString(path, { lstat($0, &status) }) == 0 else { return nil }
        self.path = path
        (device, node) = (status.st_dev, status.st_ino)
    }
}
