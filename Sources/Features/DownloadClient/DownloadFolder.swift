import PlayCore

package enum DownloadFolder {
    /// Returns the viewer's own folder for downloads (``UserFolder``) or `~/Downloads`. In the cache it is
    /// `$XDG_CACHE_HOME/tvplay/downloads` or `~/.cache/tvplay/downloads`. Relative paths are ignored. Returns `nil` if
    /// there is no home.
    package static func path(
        inCache: Bool, environment: (String) -> String? = ProcessEnvironment.text
    ) -> String? {
        guard !inCache else { return BaseFolder.cache.path(environment).map { $0 + "/tvplay/downloads" } }
        return UserFolder.downloads.path(environment: environment)
            ?? BaseFolder.absolute("HOME", environment).map { $0 + "/Downloads" }
    }
}
