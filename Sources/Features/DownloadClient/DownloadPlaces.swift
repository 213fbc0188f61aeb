import Storage

/// Where the daemon of downloads keeps what it has, and where it is reached. A value.
///
/// All of it is below the state folder, which outlives a log-out; the runtime folder does not, and has a second socket
/// only.
package struct DownloadPlaces: Sendable, Equatable {
    /// Absolute; of this user only.
    package let folder: String
    /// `$XDG_RUNTIME_DIR/tvplay`; nil: there is none.
    package let runtimeFolder: String?

    package init(stateFolder: String, runtimeFolder: String?) {
        folder = stateFolder + "/downloads"
        self.runtimeFolder = runtimeFolder
    }

    /// Of this process; nil without a home.
    package static func ofThisUser() -> DownloadPlaces? {
        StateFolder.path().map { DownloadPlaces(stateFolder: $0, runtimeFolder: RuntimeFolder()?.path) }
    }

    /// In the order in which they are tried.
    package var sockets: [String] {
        [runtimeFolder.map { $0 + "/downloads.sock" }, folder + "/daemon.sock"].compactMap(\.self)
    }

    /// Held by the one daemon as long as it lives.
    package var lock: String { folder + "/daemon.lock" }
    package var log: String { folder + "/daemon.log" }
    /// Where the key of encrypted downloads is unless an option says otherwise.
    package var keyFile: String { folder + "/secure.key" }
    /// ``PlayingFlag``.
    package var playing: String { folder + "/playing.lock" }
    package var accounts: String { folder + "/accounts" }

    /// One state folder for each manager's identifier. Nil for what is no name (``isAccount(_:)``).
    package func folder(ofAccount name: String) -> String? {
        Self.isAccount(name) ? accounts + "/" + name : nil
    }

    package static let standardAccount = "default"

    /// Letters, digits and `._@+-` of ASCII, 64 at most, no dot in front.
    package static func isAccount(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 64 && !name.hasPrefix(".")
            && name.utf8.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                    || "._@+-".utf8.contains(byte)
            }
    }
}
