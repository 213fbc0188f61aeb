import Cells
import Classes
import PlayCore

extension ClassScreen {
    /// Found by its participant, else the first.
    var selectedThumbnail: Int? {
        guard !view.thumbnails.isEmpty else { return nil }
        return thumbnail.flatMap { id in view.thumbnails.firstIndex { $0.id == id } } ?? 0
    }

    mutating func selectThumbnail(_ index: Int) {
        guard view.thumbnails.indices.contains(index) else { return }
        thumbnail = view.thumbnails[index].id
    }

    func shownThumbnails(_ layout: ClassLayout?) -> [String] {
        (layout?.thumbnails.places ?? []).map { view.thumbnails[$0.index] }.filter(\.showsPicture).map(\.id)
    }

    /// Returns an empty text if all are visible.
    func thumbnailHint(_ layout: ClassLayout) -> String {
        let (shown, count) = (layout.thumbnails.places, view.thumbnails.count)
        guard let first = shown.first, let last = shown.last, shown.count < count else { return "" }
        return tr("%1 to %2 of %3", "\(first.index + 1)", "\(last.index + 1)", "\(count)")
    }
}

extension CellBuffer {
    /// Leaves pictures transparent; the others get a text.
    mutating func writeThumbnails(_ room: ClassScreen, _ layout: ClassLayout, _ glyphs: Glyphs) {
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
            } else if thumbnail.failure != nil || thumbnail.mark?.isBarred == true {
                write(centred: [CentredLine(text: tr("no picture"), style: Theme.error)], in: place.picture, glyphs)
            } else {
                write(centred: [CentredLine(text: tr("large"), style: Theme.dim)], in: place.picture, glyphs)
            }
        }
    }
}

extension CellBuffer {
    /// Returns initials of two words at most; a Chinese name counts as one word.
    private static func initials(_ name: String) -> String {
        let words = SafeText.clean(name, limit: 40).split(separator: " ")
        return String(words.prefix(2).compactMap(\.first))
    }
}

extension AppState {
    /// Makes the selected small video the second one, or ends that.
    mutating func showSelectedThumbnail() -> [Effect] {
        guard let room, let index = room.selectedThumbnail else { return [] }
        let thumbnail = room.view.thumbnails[index]
        let isWanted = thumbnail.isLarge && room.view.companion?.isWanted == true
        return [.room(.showVideo(of: isWanted ? nil : thumbnail.id))]
    }

    mutating func clickThumbnail(column: Int, row: Int, _ layout: ClassLayout) -> [Effect] {
        guard let place = layout.thumbnails.places.first(where: { $0.rect.contains(column: column, row: row) }) else {
            return []
        }
        if room?.thumbnail == room?.view.thumbnails[place.index].id { return showSelectedThumbnail() }
        room?.selectThumbnail(place.index)
        return []
    }
}
