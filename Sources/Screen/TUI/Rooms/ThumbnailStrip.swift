import Cells
import Localization
import PlayCore
import Rooms
import Text

extension RoomScreen {
    /// Which of the small videos the keys are at: found again by whose it is, else the first.
    var selectedThumbnail: Int? {
        guard !view.thumbnails.isEmpty else { return nil }
        return thumbnail.flatMap { id in view.thumbnails.firstIndex { $0.id == id } } ?? 0
    }

    mutating func selectThumbnail(_ index: Int) {
        guard view.thumbnails.indices.contains(index) else { return }
        thumbnail = view.thumbnails[index].id
    }

    /// Whose video is to be read and shown.
    func shownThumbnails(_ layout: RoomLayout?) -> [String] {
        (layout?.thumbnails.places ?? []).map { view.thumbnails[$0.index] }.filter(\.showsPicture).map(\.id)
    }

    /// Of the strip: which of how many are to be seen, when those are not all.
    func thumbnailHint(_ layout: RoomLayout) -> String {
        let (shown, count) = (layout.thumbnails.places, view.thumbnails.count)
        guard let first = shown.first, let last = shown.last, shown.count < count else { return "" }
        return tr("%1 to %2 of %3", "\(first.index + 1)", "\(last.index + 1)", "\(count)")
    }
}

extension CellBuffer {
    /// The names, and what stands in place of a picture; pictures stay transparent.
    mutating func writeThumbnails(_ room: RoomScreen, _ layout: RoomLayout, _ glyphs: Glyphs) {
        for place in layout.thumbnails.places {
            let thumbnail = room.view.thumbnails[place.index]
            let isSelected = room.focus == .cameras && place.index == room.selectedThumbnail
            let mark = thumbnail.mark == .lagging ? "! " : ""
            let name = (isSelected ? glyphs.selected : " ") + mark + SafeText.clean(thumbnail.name, limit: 40)
            write(
                glyphs.fitted(name, place.picture.width), column: place.picture.column,
                row: place.picture.row + place.picture.height,
                style: isSelected ? Theme.accentBold : Theme.plain)
            if thumbnail.hasPicture {
                fill(place.picture, .transparent)
            } else if let spinner = glyphs.spinner(thumbnail.mark, tr("loading …")), !thumbnail.isLarge {
                let lines = [
                    CentredLine(text: Self.initials(thumbnail.name), style: Theme.bold),
                    CentredLine(text: spinner, style: Theme.dim),
                ]
                write(centred: lines, in: place.picture, glyphs)
            } else if thumbnail.mark == .resting {
                write(centred: [CentredLine(text: tr("line too slow"), style: Theme.dim)], in: place.picture, glyphs)
            } else if thumbnail.failure != nil {
                write(centred: [CentredLine(text: tr("no picture"), style: Theme.error)], in: place.picture, glyphs)
            } else {
                write(centred: [CentredLine(text: tr("large"), style: Theme.dim)], in: place.picture, glyphs)
            }
        }
    }
}

extension CellBuffer {
    /// Stand for a face: of two words at most, of Chinese names the whole.
    private static func initials(_ name: String) -> String {
        let words = SafeText.clean(name, limit: 40).split(separator: " ")
        return String(words.prefix(2).compactMap(\.first))
    }
}

extension AppState {
    /// The selected small video becomes the second one, or that is over.
    mutating func showSelectedThumbnail() -> [Effect] {
        guard let room, let index = room.selectedThumbnail else { return [] }
        let thumbnail = room.view.thumbnails[index]
        let isWanted = thumbnail.isLarge && room.view.companion?.isWanted == true
        return [.room(.showVideo(of: isWanted ? nil : thumbnail.id))]
    }

    mutating func clickThumbnail(column: Int, row: Int, _ layout: RoomLayout) -> [Effect] {
        guard let place = layout.thumbnails.places.first(where: { $0.rect.contains(column: column, row: row) }) else {
            return []
        }
        if room?.thumbnail == room?.view.thumbnails[place.index].id { return showSelectedThumbnail() }
        room?.selectThumbnail(place.index)
        return []
    }
}
