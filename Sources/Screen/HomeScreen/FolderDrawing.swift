import Cells
import Library
import PlayCore
import ScreenKit

extension CellBuffer {
    mutating func writeFolder(_ folder: FolderView, _ page: HomePage, _ layout: HomeLayout, _ glyphs: Glyphs) {
        writeFolderTitle(folder, page, layout, glyphs)
        guard let listing = folder.listing, !folder.isEmpty else {
            return write(centred: folder.emptyLines, in: layout.list, glyphs)
        }
        for (offset, line) in folder.lines(height: layout.list.height).enumerated() {
            let row = layout.list.row + offset
            switch line {
            case .otherFiles(let count):
                let text = trn("%1 other file", "%1 other files", count)
                write(
                    glyphs.fitted(text, layout.list.width - 2), column: layout.list.column + 1, row: row,
                    style: Theme.dim)
            case .entry(let index):
                let entry = folder.entry(index)
                let details = page.details[listing.path(of: entry)]
                writeEntry(entry, details, isSelected: index == folder.selectedIndex, layout, row, glyphs)
            }
        }
    }

    private mutating func writeFolderTitle(
        _ folder: FolderView, _ page: HomePage, _ layout: HomeLayout, _ glyphs: Glyphs
    ) {
        let area = layout.area
        var count = folder.selectedNumber.map { "\($0)/\(folder.count)" } ?? ""
        if folder.listing?.isCut == true { count += "+" }
        write(endingAt: area.column + area.width - 1, count, row: layout.titleRow, style: Theme.dim)
        let reserved = TextWidth.columns(of: count) + 3 + (folder.filter == nil ? 0 : area.width / 3)
        // Keeps the end of a long path, which distinguishes it.
        let path = SafeText.phrase(page.shownPath(folder.path))
        let title = TextTail.fitted(path, area.width - 2 - reserved, glyphs)
        let used = write(title, column: area.column + 1, row: layout.titleRow, style: Theme.bold)
        writeHomeFilter(folder.filter, isTyping: folder.isTyping, after: used + 1, layout, glyphs)
    }

    private mutating func writeEntry(
        _ entry: FolderEntry, _ details: EntryDetails?, isSelected: Bool, _ layout: HomeLayout,
        _ row: Int, _ glyphs: Glyphs
    ) {
        let left = layout.list.column
        let end = left + layout.list.width - 1
        if isSelected { write(glyphs.selected, column: left + 1, row: row, style: Theme.accentBold) }
        let detail = details.map(\.text) ?? ""
        write(endingAt: end, detail, row: row, style: Theme.dim)
        let space = end - max(9, TextWidth.columns(of: detail)) - 1 - (left + 3)
        let name = SafeText.clean(ByteText.shown(entry.name), limit: 400)
        let suffix = entry.kind == .folder && details != .room ? "/" : ""
        write(
            glyphs.fitted(name, max(1, space - suffix.count)) + suffix, column: left + 3, row: row,
            style: Self.style(entry.kind, isSelected: isSelected))
    }

    private static func style(_ kind: FolderEntry.Kind, isSelected: Bool) -> Style {
        switch kind {
        case .folder: isSelected ? Theme.accentBold : Theme.accent
        case .media, .playlist: isSelected ? Theme.bold : Theme.plain
        case .other: isSelected ? Theme.plain : Theme.dim
        }
    }
}

enum TextTail {
    /// Returns an ellipsis and as much of the end as fits.
    static func fitted(_ text: String, _ columns: Int, _ glyphs: Glyphs) -> String {
        guard TextWidth.columns(of: text) > columns else { return text }
        var tail = text[...]
        let space = columns - TextWidth.columns(of: glyphs.ellipsis)
        while !tail.isEmpty, TextWidth.columns(of: String(tail)) > space { tail.removeFirst() }
        return glyphs.ellipsis + tail
    }
}

extension FolderView {
    fileprivate var emptyLines: [CentredLine] {
        switch content {
        case .reading: [CentredLine(text: tr("Reading the folder…"), style: Theme.dim)]
        case .failed(let reason):
            [
                CentredLine(text: tr("Cannot read this folder"), style: Theme.error), CentredLine(text: ""),
                CentredLine(text: SafeText.phrase(reason)),
                CentredLine(text: tr("Ctrl+r read again"), style: Theme.dim),
            ]
        case .silent:
            [
                CentredLine(text: tr("This folder does not respond"), style: Theme.error), CentredLine(text: ""),
                CentredLine(text: tr("Is the disk plugged in, or the server reachable?")),
                CentredLine(text: tr("Ctrl+r read again"), style: Theme.dim),
            ]
        case .listing(let listing) where listing.entries.isEmpty:
            [CentredLine(text: tr("The folder is empty"), style: Theme.dim)]
        case .listing: [CentredLine(text: tr("No matches"), style: Theme.dim)]
        }
    }
}
