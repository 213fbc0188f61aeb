import CPlatform
import Glibc
import PlayCore

/// `$XDG_RUNTIME_DIR/tvplay`: of this user only, and gone with the last log-out. Any thread; a few small system calls.
package struct RuntimeFolder: Sendable {
    package let path: String

    /// Nil where the variable names no folder that is this user's alone.
    ///
    /// - Parameter parent: the variable's value.
    package init?(parent: String?) {
        guard let parent, parent.hasPrefix("/"), PrivateFolder.isOne(parent) else { return nil }
        path = parent + "/tvplay"
    }

    /// Of this process.
    package init?() {
        self.init(parent: ProcessEnvironment.text("XDG_RUNTIME_DIR"))
    }

    /// Makes the folder where it is missing; false: it cannot be used.
    package func make() -> Bool {
        if ByteText.withCString(path, { mkdir($0, 0o700) }) != 0, errno != EEXIST { return false }
        return PrivateFolder.isOne(path)
    }

    /// Where a player with this process id takes commands.
    package func playerSocket(of process: Int32) -> String { path + "/" + Self.prefix + "\(process)" + Self.suffix }

    /// All that are there, in the order of their names; some may be left over from players that were killed.
    package func playerSockets() -> [String] {
        guard PrivateFolder.isOne(path) else { return [] }
        return FolderWalk.names(in: path, for: "remote").filter {
            $0.hasPrefix(Self.prefix) && $0.hasSuffix(Self.suffix)
        }.sorted().map { path + "/" + $0 }
    }

    private static let prefix = "player-"
    private static let suffix = ".sock"
}
