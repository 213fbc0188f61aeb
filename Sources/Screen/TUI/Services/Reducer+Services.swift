import Catalogue
import Cells
import ClassPanes
import Classes
import Commands
import DownloadScreen
import History
import HomeScreen
import PlayCore
import PlaybackModel
import ScreenKit

/// The functions of the item's service, except playback.
extension AppState {
    mutating func update(_ new: ServiceState, at now: HostTime) -> [Effect] {
        let lastReport = services.comments?.report?.number ?? 0
        let areFirst = services.comments == nil
        services = new
        if let report = new.comments?.report, report.number > lastReport { tell(report, at: now) }
        return panel?.kind == .comments && areFirst ? openingEffects(.comments) : []
    }

    /// Whether an action is available. Keys of other actions are hidden.
    func offers(_ action: KeyAction) -> Bool {
        if options.isKiosk {
            switch action {
            case .home(.openLocation), .screenshot, .downloads, .open(.audioDevices): return false
            default: break
            }
        }
        return offersAnywhere(action)
    }

    private func offersAnywhere(_ action: KeyAction) -> Bool {
        switch action {
        case .open(.comments): services.comments != nil
        case .open(.album): services.album != nil
        case .open(.links): room != nil
        case .room(let action): ClassScreen.offers(action, in: room)
        case .live(let action): room?.offers(action) ?? false
        case .downloads(.toggle), .downloads(.queue): downloads.isOffered
        default: true
        }
    }

    // MARK: The album

    var albumRows: [PanelRow] {
        guard let album = services.album else { return [] }
        let digits = "\(album.items.count)".count
        let left = leftPositions
        return album.items.enumerated().map { index, item in
            let number = "\(index + 1)"
            return PanelRow(
                .albumItem(index),
                String(repeating: " ", count: digits - number.count) + number + "  "
                    + SafeText.clean(item.title, limit: 200),
                detail: item.duration.map { TimeText.format($0) } ?? "",
                remark: left[item.reference].map { tr("at %1", TimeText.format($0)) } ?? "",
                isCurrent: index == album.current)
        }
    }

    /// The positions at which items were left, by the items' ids.
    private var leftPositions: [String: MediaTime] {
        guard case .rows(_, let resumable) = history.content else { return [:] }
        return Dictionary(
            resumable.compactMap { row in row.location.flatMap { place in row.start.map { (place, $0) } } },
            uniquingKeysWith: { first, _ in first })
    }

    /// Handles `n` and `p`, which play the neighbours. Returns `nil` for other keys.
    mutating func pressOnAlbum(_ key: KeyPress, _ panel: Panel, at now: HostTime) -> [Effect]? {
        guard panel.list.filter == nil, case .list(.neighbour(let step))? = Keymap.album.action(for: key) else {
            return nil
        }
        return playAlbumNeighbour(step, at: now)
    }

    /// Plays a neighbour, or the first item if none plays.
    private mutating func playAlbumNeighbour(_ step: Int, at now: HostTime) -> [Effect] {
        guard let album = services.album else { return [] }
        let index = album.current.map { $0 + step } ?? 0
        guard album.items.indices.contains(index) else {
            message = Message(step < 0 ? tr("Already at the first item") : tr("Already at the last item"), at: now)
            return []
        }
        return playAlbumItem(index)
    }

    /// Adds the item to the list. Its token is requested when it is opened.
    func playAlbumItem(_ index: Int) -> [Effect] {
        guard let album = services.album, album.items.indices.contains(index) else { return [] }
        guard index != album.current else { return snapshot.status == .failed ? [.retry] : [] }
        let reference = album.items[index].reference
        return [.playRemembered(location: reference, position: leftPositions[reference])]
    }

    func openingEffects(_ kind: PanelKind) -> [Effect] {
        switch kind {
        case .history, .watchLater: return [.readHistory]
        case .audioDevices: return [.listAudioDevices]
        case .captureDevices: return [.listCaptureDevices]
        case .comments:
            switch services.comments?.phase {
            case .unread, .failed: return [.service(.readComments)]
            default: return []
            }
        // The rows show the positions at which their items were left.
        case .album: return [.readHistory]
        default: return []
        }
    }
}
