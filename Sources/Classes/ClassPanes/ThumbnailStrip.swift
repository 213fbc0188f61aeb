import Cells
import Classes
import PlayCore
import ScreenKit

extension ClassScreen {
    /// The index of the focused small video, which its user ID identifies; by default the first.
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

    /// Returns the range of visible videos, or an empty text if all are visible.
    func thumbnailHint(_ layout: ClassLayout) -> String {
        let (shown, count) = (layout.thumbnails.places, view.thumbnails.count)
        guard let first = shown.first, let last = shown.last, shown.count < count else { return "" }
        return tr("%1 to %2 of %3", "\(first.index + 1)", "\(last.index + 1)", "\(count)")
    }
}

extension CellBuffer {
    /// Writes names and placeholders. Cells of visible pictures stay transparent.
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
    /// Returns the initials of the first two words. A Chinese name is one word.
    private static func initials(_ name: String) -> String {
        let words = SafeText.clean(name, limit: 40).split(separator: " ")
        return String(words.prefix(2).compactMap(\.first))
    }
}

extension ClassScreen {
    /// Makes the selected small video the second video, or ends that.
    func showSelectedThumbnail() -> Consequences {
        guard let index = selectedThumbnail else { return [] }
        let thumbnail = view.thumbnails[index]
        let isWanted = thumbnail.isLarge && view.companion?.isWanted == true
        return [.room(.showVideo(of: isWanted ? nil : thumbnail.id))]
    }

    mutating func clickThumbnail(column: Int, row: Int, _ layout: ClassLayout) -> Consequences {
        guard let place = layout.thumbnails.places.first(where: { $0.rect.contains(column: column, row: row) }) else {
            return []
        }
        if thumbnail == view.thumbnails[place.index].id { return showSelectedThumbnail() }
        selectThumbnail(place.index)
        return []
    }
}
