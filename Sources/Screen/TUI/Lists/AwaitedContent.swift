import Catalogue
import Classes
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
import Subtitles

/// Content that may arrive after its list was opened. Until it is known, it is not reported as absent: a list shows
/// what it waits for, and a key reports that the item is still opening.
extension AppState {
    /// Whether tracks, chapters and service of the playing item are still unknown.
    var awaitsItem: Bool {
        playlist.index != nil && snapshot.tracks.isEmpty && [.unload, .loading].contains(snapshot.status)
    }

    /// Whether no track has come yet, although files or the container may have some.
    private var awaitsSubtitles: Bool {
        subtitles.set.tracks.isEmpty
            && (subtitles.areFilesSought || snapshot.tracks.contains { $0.isSubtitle && $0.isDecodable })
    }

    func whenOpen(_ reason: String) -> String { awaitsItem ? tr("This item is still opening") : reason }

    var noSubtitlesReason: String {
        awaitsSubtitles ? tr("Reading the subtitles…") : whenOpen(tr("No subtitles"))
    }

    func awaitedRow(_ kind: PanelKind) -> PanelRow? {
        switch kind {
        case .chats where chats.isSought:
            PanelRow(.nothing, tr("Searching…"), refusal: tr("Reading from disk"))
        case .subtitleLines where subtitles.set.lines.isEmpty && (subtitles.isIndexing || awaitsSubtitles):
            PanelRow(.nothing, tr("Reading…"), refusal: tr("Reading the subtitles…"))
        case .subtitleLines where subtitles.set.tracks.isEmpty && awaitsItem: loadingRow
        case .chapters where !hasPlaces && awaitsItem: loadingRow
        case .definitions where !hasDefinitions && awaitsItem: loadingRow
        case .comments where services.comments == nil && awaitsItem: loadingRow
        case .album where services.album == nil && awaitsItem: loadingRow
        default: nil
        }
    }

    var loadingRow: PanelRow { PanelRow(.nothing, tr("Loading…"), refusal: tr("This item is still opening")) }
}
