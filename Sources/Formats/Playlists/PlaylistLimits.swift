/// What a playlist may cost; hostile ones end here. A value.
package struct PlaylistLimits: Sendable, Equatable {
    /// Of one playlist file. The largest lists of stations that people share have some 10 MB.
    package var bytes = 16 << 20
    /// Of one line or one text in it. Real first lines have 8 kB (addresses of programme guides).
    package var lineBytes = 64 << 10
    /// In all, those of nested playlists too.
    package var entries = 100_000
    /// Playlists and folders within each other; the outermost is 1.
    package var depth = 8
    /// Playlists and folders that are opened in all.
    package var opened = 2000

    package init() {}
}

/// Why a playlist gives nothing.
package enum PlaylistError: Error, Sendable, Equatable {
    /// Larger than ``PlaylistLimits/bytes``.
    case tooLarge
    /// None of the formats that are understood; `name`: the format, where it is known (`ASX`).
    case unsupported(name: String?)
    /// Not well-formed. `line` counts from 1.
    case malformed(line: Int, reason: String)
    /// It cannot be read, in the system's words.
    case unreadable(reason: String)
}
