import PlayCore

/// Where files go when nobody says it.
package enum DownloadFolder {
    /// The viewer's own folder for downloads (``UserFolder``), else `~/Downloads`; in the cache
    /// `$XDG_CACHE_HOME/tvplay/downloads`, without that `~/.cache/tvplay/downloads`. Nil: no home. Only absolute paths
    /// count.
    package static func path(
        inCache: Bool, environment: (String) -> String? = ProcessEnvironment.text
    ) -> String? {
        guard !inCache else { return BaseFolder.cache.path(environment).map { $0 + "/tvplay/downloads" } }
        return UserFolder.downloads.path(environment: environment)
            ?? BaseFolder.absolute("HOME", environment).map { $0 + "/Downloads" }
    }
}
