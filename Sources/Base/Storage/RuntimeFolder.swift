import CPlatform
import Glibc
import PlayCore

/// `$XDG_RUNTIME_DIR/tvplay`: accessible to this user only, and removed after the last log-out.
package struct RuntimeFolder: Sendable {
    package let path: String

    /// `parent` is the variable's value. Returns `nil` unless it names a folder that only this user can access.
    package init?(parent: String?) {
        guard let parent, parent.hasPrefix("/"), PrivateFolder.isPrivate(parent) else { return nil }
        path = parent + "/tvplay"
    }

    package init?() {
        self.init(parent: ProcessEnvironment.text("XDG_RUNTIME_DIR"))
    }

    package func make() -> Bool {
        if ByteText.withCString(path, { mkdir($0, 0o700) }) != 0, errno != EEXIST { return false }
        return PrivateFolder.isPrivate(path)
    }

    package func playerSocket(of process: Int32) -> String { path + "/" + Self.prefix + "\(process)" + Self.suffix }

    /// Returns all sockets, sorted by name. Some may be left over from killed players.
    package func playerSockets() -> [String] {
        guard PrivateFolder.isPrivate(path) else { return [] }
        return FolderWalk.names(in: path, for: "remote").filter {
            $0.hasPrefix(Self.prefix) && $0.hasSuffix(Self.suffix)
        }.sorted().map { path + "/" + $0 }
    }

    private static let prefix = "player-"
    private static let suffix = ".sock"
}
