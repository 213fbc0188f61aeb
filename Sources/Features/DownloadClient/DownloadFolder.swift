internal import Glibc
import PlayCore

/// Where files go when nobody says it.
package enum DownloadFolder {
    /// `$XDG_DATA_HOME/tvplay/downloads`, in the cache `$XDG_CACHE_HOME/tvplay/downloads`; `~/.local/share` and `~/.cache`
    /// without these. Nil: no home. Only absolute paths count.
    package static func path(inCache: Bool, environment: [String: String]) -> String? {
        func absolute(_ name: String) -> String? {
            environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let base = absolute(inCache ? "XDG_CACHE_HOME" : "XDG_DATA_HOME")
        let home = absolute("HOME").map { $0 + (inCache ? "/.cache" : "/.local/share") }
        return (base ?? home).map { $0 + "/tvplay/downloads" }
    }

    /// Of this process.
    package static func path(inCache: Bool) -> String? {
        var environment: [String: String] = [:]
        for name in ["XDG_CACHE_HOME", "XDG_DATA_HOME", "HOME"] {
            if let value = getenv(name) {
                environment[name] = ByteText.text(UnsafeRawBufferPointer(start: value, count: strlen(value)))
            }
        }
        return path(inCache: inCache, environment: environment)
    }
}
