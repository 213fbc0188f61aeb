import CPlatform
import Glibc
import PlayCore

/// A listening Unix socket that systemd passes to a service which it starts for the socket's first client
/// (sd_listen_fds(3)). The socket and its file belong to systemd: they outlive the service.
package struct InheritedSocket: Sendable, Equatable {
    package let descriptor: Int32
    /// The `FileDescriptorName=` of the socket's unit, by default the unit's name.
    package let name: String

    private static let processVariable = "LISTEN_PID"
    private static let countVariable = "LISTEN_FDS"
    private static let namesVariable = "LISTEN_FDNAMES"
    /// SD_LISTEN_FDS_START.
    private static let firstDescriptor: Int32 = 3
    private static let mostSockets: Int32 = 64

    /// Takes over the sockets from systemd and prepares them for polling. Removes their variables, so that child
    /// processes do not see them. Call before the first thread starts, and only once.
    package static func adopt() throws(InheritedSocketError) -> [InheritedSocket] {
        defer { for variable in [processVariable, countVariable, namesVariable] { unsetenv(variable) } }
        let sockets = try listed(in: ProcessEnvironment.text, process: getpid())
        for socket in sockets {
            guard socket.isListening else { throw .notListening(socket) }
            _ = fcntl(socket.descriptor, F_SETFD, FD_CLOEXEC)
            tv_set_nonblocking(socket.descriptor, 1)
        }
        return sockets
    }

    /// Returns the sockets that the environment lists for this process, not for a parent that passed the variables on.
    static func listed(
        in environment: (String) -> String?, process: Int32
    ) throws(InheritedSocketError) -> [InheritedSocket] {
        guard let owner = environment(processVariable) else { return [] }
        guard let number = Int32(owner), number > 0 else { throw .invalid(processVariable, owner) }
        guard number == process, let text = environment(countVariable) else { return [] }
        guard let count = Int32(text), (1...mostSockets).contains(count) else { throw .invalid(countVariable, text) }
        var names = [String](repeating: "unknown", count: Int(count))
        if let text = environment(namesVariable) {
            names = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            guard names.count == Int(count) else { throw .invalid(namesVariable, text) }
        }
        return zip(firstDescriptor..., names).map { InheritedSocket(descriptor: $0, name: $1) }
    }

    private var isListening: Bool {
        option(SO_DOMAIN) == AF_UNIX && option(SO_TYPE) == Int32(SOCK_STREAM.rawValue) && option(SO_ACCEPTCONN) == 1
    }

    private func option(_ option: Int32) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, option, &value, &size) == 0 ? value : nil
    }
}

package enum InheritedSocketError: Error, Sendable, Equatable {
    /// A variable, and a value that systemd never sets.
    case invalid(String, String)
    case notListening(InheritedSocket)

    /// In the user's language, without final punctuation. May contain unverified text.
    package var message: String {
        switch self {
        case .invalid(let variable, let value): tr("invalid value of %1: %2", variable, value)
        case .notListening(let socket):
            tr("descriptor %1 (%2) is not a listening Unix stream socket", "\(socket.descriptor)", socket.name)
        }
    }
}
