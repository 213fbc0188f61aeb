import PlayCore

/// Where files go when nobody says it.
package enum DownloadFolder {
    private static let listLimit = 64 << 10

    /// The viewer's own folder for downloads (``UserFolders``); in the cache `$XDG_CACHE_HOME/tvplay/downloads`, without
    /// that `~/.cache/tvplay/downloads`. Nil: no home. Only absolute paths count.
    package static func path(
        inCache: Bool, environment: (String) -> String? = ProcessEnvironment.text
    ) -> String? {
        guard !inCache else { return BaseFolder.cache.path(environment).map { $0 + "/tvplay/downloads" } }
        let list = BaseFolder.configuration.path(environment).flatMap { folder -> String? in
            // Most who have no such file have no desktop.
            (try? WholeFile.read(folder + "/user-dirs.dirs", limit: listLimit)).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
        return UserFolders.downloads(list, environment: environment)
    }
}
