/// Limits against hostile playlists.
package struct PlaylistLimits: Sendable, Equatable {
    /// Bytes of one playlist file. The largest shared lists of stations have some 10 MB.
    package var bytes = 16 << 20
    /// Bytes of one line or one text. Addresses of programme guides in first lines have 8 kB.
    package var lineBytes = 64 << 10
    package var entries = 100_000
    /// Levels of nested playlists and folders; the outermost is 1.
    package var depth = 8
    package var opened = 2000

    package init() {}
}

package enum PlaylistError: Error, Sendable, Equatable {
    case tooLarge
    case unsupported(name: String?)
    /// Not well-formed. `line` counts from 1.
    case malformed(line: Int, reason: String)
    case unreadable(reason: String)
}
