internal import CPlatform
internal import Glibc
import PlayCore

/// Where what is remembered lies.
package enum StateFolder {
    /// `$TVPLAY_HOME`, else `$XDG_STATE_HOME/tvplay`, else `$HOME/.local/state/tvplay`. Only absolute paths count, as
    /// the XDG specification has it. Nil where none is set: then nothing is remembered.
    package static func path(environment: [String: String]) -> String? {
        BaseFolder.absolute("TVPLAY_HOME") { environment[$0] }
            ?? BaseFolder.state.path { environment[$0] }.map { $0 + "/tvplay" }
    }

    /// As ``path(environment:)``, for this process.
    package static func path() -> String? {
        BaseFolder.absolute("TVPLAY_HOME") ?? BaseFolder.state.path().map { $0 + "/tvplay" }
    }

    /// Makes the folder and those above it, for this user only, where they are missing.
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
