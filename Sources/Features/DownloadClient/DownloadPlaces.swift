import Storage

/// The download daemon's files and sockets. The files are in the state folder, which outlives a log-out, unlike the
/// runtime folder, which contains only a second socket.
package struct DownloadPlaces: Sendable, Equatable {
    /// Absolute, and private to this user.
    package let folder: String
    /// `$XDG_RUNTIME_DIR/tvplay`.
    package let runtimeFolder: String?

    package init(stateFolder: String, runtimeFolder: String?) {
        folder = stateFolder + "/downloads"
        self.runtimeFolder = runtimeFolder
    }

    package static func ofThisUser() -> DownloadPlaces? {
        StateFolder.path().map { DownloadPlaces(stateFolder: $0, runtimeFolder: RuntimeFolder()?.path) }
    }

    package var stateSocket: String { folder + "/daemon.sock" }
    /// systemd may listen here, to start the daemon for the first client.
    package var runtimeSocket: String? { runtimeFolder.map { $0 + "/downloads.sock" } }

    /// In the order of a client's attempts: a running daemon comes before systemd's socket.
    package var sockets: [String] { [stateSocket, runtimeSocket].compactMap(\.self) }

    /// The sockets for a client that must not start a daemon.
    package var socketsOfRunning: [String] { runtimeSocket != nil && hasDaemon ? sockets : [stateSocket] }

    private var hasDaemon: Bool {
        if case .held = FileLock.acquire(lock, .exclusive) { return true }
        return false
    }

    package var lock: String { folder + "/daemon.lock" }
    package var log: String { folder + "/daemon.log" }
    package var keyFile: String { folder + "/secure.key" }
    package var playing: String { folder + "/playing.lock" }
    package var accounts: String { folder + "/accounts" }

    /// Returns `nil` for an invalid `name` (``isAccount(_:)``).
    package func folder(ofAccount name: String) -> String? {
        Self.isAccount(name) ? accounts + "/" + name : nil
    }

    package static let standardAccount = "default"

    /// Returns whether `name` has 1 to 64 ASCII letters, digits and `._@+-`, without a leading dot.
    package static func isAccount(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 64 && !name.hasPrefix(".")
            && name.utf8.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                    || "._@+-".utf8.contains(byte)
            }
    }
}
