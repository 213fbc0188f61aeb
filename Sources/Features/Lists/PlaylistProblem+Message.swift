import Localization
package import Playlists
import Text

extension PlaylistLoader.Problem {
    /// For the viewer, already cleaned. What is wrong comes first: the end of a long line may not be seen.
    package var message: String {
        let name = SafeText.phrase(AddressText.shown(location))
        switch reason {
        case .empty: return tr("There is nothing to play in %1", name)
        case .cut: return tr("Too long, the rest of it is left out: %1", name)
        case .refused(let refusal): return refusal.message + ": " + name
        case .playlist(.tooLarge): return tr("Too large for a playlist: %1", name)
        case .playlist(.unsupported(let format?)):
            return tr("Playlists of this kind (%1) are not read: %2", format, name)
        case .playlist(.unsupported(nil)): return tr("This is no playlist: %1", name)
        case .playlist(.malformed(let line, let reason)):
            return tr("The playlist is damaged in line %1 (%2): %3", "\(line)", SafeText.phrase(reason), name)
        case .playlist(.unreadable(let reason)):
            return tr("The playlist cannot be read (%1): %2", SafeText.phrase(reason), name)
        }
    }
}

extension EntryRefusal {
    /// Without its end: the entry follows.
    fileprivate var message: String {
        switch self {
        case .empty: tr("Left out, it names no file")
        case .standardInput: tr("Left out, a playlist cannot ask for standard input")
        case .optionLike: tr("Left out, it looks like an option (a file of that name is written ./-name)")
        case .device: tr("Left out, it is a device")
        case .localFromAddress: tr("Left out, a playlist from elsewhere cannot name files of this machine")
        case .unknownScheme(let scheme):
            tr("Left out, %1 is no kind of address that is played", SafeText.phrase(scheme))
        case .otherSystem: tr("Left out, it is a path of another system")
        case .cycle: tr("Left out, it is within itself")
        case .tooDeep: tr("Left out, playlists lie too deep within each other")
        }
    }
}
