import PlayCore

/// Where files go when nobody says it.
package enum DownloadFolder {
    /// `$XDG_DATA_HOME/tvplay/downloads`, in the cache `$XDG_CACHE_HOME/tvplay/downloads`; `~/.local/share` and `~/.cache`
    /// without these. Nil: no home. Only absolute paths count.
    package static func path(inCache: Bool, environment: [String: String]) -> String? {
        (inCache ? BaseFolder.cache : .data).path { environment[$0] }.map { $0 + "/tvplay/downloads" }
    }

    /// Of this process.
    package static func path(inCache: Bool) -> String? {
        (inCache ? BaseFolder.cache : .data).path().map { $0 + "/tvplay/downloads" }
    }
}
