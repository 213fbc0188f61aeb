import PlayCore

extension PlaylistLoader.Problem {
    /// Already cleaned. Starts with the problem, since the end of a long line may be hidden.
    package var message: String {
        let name = SafeText.phrase(AddressText.shown(location))
        switch reason {
        case .empty: return tr("Nothing to play in %1", name)
        case .cut: return tr("Playlist too long, rest skipped: %1", name)
        case .refused(let refusal): return refusal.message + ": " + name
        case .playlist(.tooLarge): return tr("File too large for a playlist: %1", name)
        case .playlist(.unsupported(let format?)):
            return tr("Unsupported playlist format (%1): %2", format, name)
        case .playlist(.unsupported(nil)): return tr("Not a playlist: %1", name)
        case .playlist(.malformed(let line, let reason)):
            return tr("Invalid playlist, line %1 (%2): %3", "\(line)", SafeText.phrase(reason), name)
        case .playlist(.unreadable(let reason)):
            return tr("Cannot read the playlist (%1): %2", SafeText.phrase(reason), name)
        }
    }
}

extension EntryRefusal {
    fileprivate var message: String {
        switch self {
        case .empty: tr("Skipped: names no file")
        case .standardInput: tr("Skipped: playlists may not read standard input")
        case .optionLike: tr("Skipped: looks like an option (write ./-name for a file of that name)")
        case .device: tr("Skipped: a device")
        case .localFromAddress: tr("Skipped: remote playlists may not name local files")
        case .unknownScheme(let scheme):
            tr("Skipped: addresses of type %1 are not supported", SafeText.phrase(scheme))
        case .otherSystem: tr("Skipped: a path of another operating system")
        case .cycle: tr("Skipped: the playlist contains itself")
        case .tooDeep: tr("Skipped: playlists nested too deeply")
        }
    }
}
