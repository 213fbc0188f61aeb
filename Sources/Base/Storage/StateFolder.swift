internal import CPlatform
internal import Glibc
import PlayCore

package enum StateFolder {
    /// Returns `$TVPLAY_HOME`, else `$XDG_STATE_HOME/tvplay`, else `$HOME/.local/state/tvplay`. Returns `nil` if none
    /// of these is set; then no state is kept. Ignores relative paths, as the XDG specification requires.
    package static func path(environment: [String: String]) -> String? {
        BaseFolder.absolute("TVPLAY_HOME") { environment[$0] }
            ?? BaseFolder.state.path { environment[$0] }.map { $0 + "/tvplay" }
    }

    package static func path() -> String? {
        BaseFolder.absolute("TVPLAY_HOME") ?? BaseFolder.state.path().map { $0 + "/tvplay" }
    }

    /// Creates the folder and the missing ones above it, accessible to this user only.
    package static func make(_ path: String) throws(StorageError) {
        do throws(FileError) { try FolderMaking.make(path, mode: 0o700) } catch { throw failure(error.number, path) }
        let result = ByteText.withCString(path) { access($0, W_OK | X_OK) == 0 ? 0 : errno }
        guard result == 0 else { throw failure(result, path) }
    }

    private static func failure(_ number: Int32, _ path: String) -> StorageError {
        StorageError(
            .noFolder, operation: "mkdir", number: number, text: String(cString: strerror(number)), context: path)
    }
}
