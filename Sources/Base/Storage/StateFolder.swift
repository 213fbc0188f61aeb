internal import CPlatform
internal import Glibc
import PlayCore

/// Where what is remembered lies.
package enum StateFolder {
    /// `$TVPLAY_HOME`, else `$XDG_STATE_HOME/tvplay`, else `$HOME/.local/state/tvplay`. Only absolute paths count, as
    /// the XDG specification has it. Nil where none is set: then nothing is remembered.
    package static func path(environment: [String: String]) -> String? {
        func absolute(_ name: String) -> String? {
            environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        return absolute("TVPLAY_HOME") ?? absolute("XDG_STATE_HOME").map { $0 + "/tvplay" }
            ?? absolute("HOME").map { $0 + "/.local/state/tvplay" }
    }

    /// As ``path(environment:)``, for this process.
    package static func path() -> String? {
        var environment: [String: String] = [:]
        for name in ["TVPLAY_HOME", "XDG_STATE_HOME", "HOME"] {
            if let value = getenv(name) {
                environment[name] = ByteText.text(UnsafeRawBufferPointer(start: value, count: strlen(value)))
            }
        }
        return path(environment: environment)
    }

    /// Makes the folder and those above it, for this user only, where they are missing.
    package static func make(_ path: String) throws(StorageError) {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/" + part
            let result = ByteText.withCString(made) { mkdir($0, 0o700) == 0 ? 0 : errno }
            // What is there, or lies on a file system that may not be written but has it, is asked for below.
            guard [0, EEXIST, EROFS, EACCES, EPERM].contains(result) else { throw failure(result, path) }
        }
        let result = ByteText.withCString(path) { access($0, W_OK | X_OK) == 0 ? 0 : errno }
        guard result == 0 else { throw failure(result, path) }
    }

    private static func failure(_ number: Int32, _ path: String) -> StorageError {
        StorageError(
            .noFolder, operation: "mkdir", number: number, text: String(cString: strerror(number)), context: path)
    }
}
