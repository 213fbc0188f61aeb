import Cells
import Localization
import PlayCore
import Playlists

extension PlayQueue {
    /// Text from outside, for the screen.
    static func shown(_ text: String) -> String { SafeText.clean(ByteText.shown(text), limit: 200) }
}

extension PlaylistLoader.Problem {
    /// For the viewer, already cleaned.
    var message: String {
        let name = PlayQueue.shown(location)
        switch reason {
        case .empty: return tr("There is nothing to play in %1.", name)
        case .cut: return tr("%1 is too long: the rest of it is left out.", name)
        case .refused(let refusal): return tr("%1 is left out: %2", name, refusal.message)
        case .playlist(.tooLarge): return tr("%1 is too large for a playlist.", name)
        case .playlist(.unsupported(let format?)):
            return tr("%1 is a playlist of a kind that is not read (%2).", name, format)
        case .playlist(.unsupported(nil)): return tr("%1 is no playlist.", name)
        case .playlist(.malformed(let line, let reason)):
            return tr("%1 is damaged in line %2: %3", name, "\(line)", PlayQueue.shown(reason))
        case .playlist(.unreadable(let reason)):
            return tr("%1 cannot be read: %2", name, PlayQueue.shown(reason))
        }
    }
}

extension EntryRefusal {
    /// The rest of a sentence.
    fileprivate var message: String {
        switch self {
        case .empty: tr("it names no file.")
        case .standardInput: tr("a playlist cannot ask for standard input.")
        case .optionLike: tr("it looks like an option; a file of that name is written ./-name.")
        case .device: tr("it is a device, not a file.")
        case .localFromAddress: tr("a playlist from elsewhere cannot name files of this machine.")
        case .unknownScheme(let scheme): tr("%1 is no kind of address that is played.", PlayQueue.shown(scheme))
        case .otherSystem: tr("it is a path of another system.")
        case .cycle: tr("it is within itself.")
        case .tooDeep: tr("playlists lie too deep within each other.")
        }
    }
}
