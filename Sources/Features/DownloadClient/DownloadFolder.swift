import PlayCore

package enum DownloadFolder {
    /// Returns the viewer's own folder for downloads (``UserFolder``), else `~/Downloads`. In the cache it is
    /// `$XDG_CACHE_HOME/tvplay/downloads`, else `~/.cache/tvplay/downloads`. Ignores relative paths. Returns `nil`
    /// without a home folder.
    package static func path(
        inCache: Bool, environment: (String) -> String? = ProcessEnvironment.text
    ) -> String? {
        guard !inCache else { return BaseFolder.cache.path(environment).map { $0 + "/tvplay/downloads" } }
        return UserFolder.downloads.path(environment: environment)
            ?? BaseFolder.absolute("HOME", environment).map { $0 + "/Downloads" }
    }
}
