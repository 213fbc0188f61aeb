import Cells
import Commands
import DownloadModel
import PlayCore
import ScreenKit

enum DownloadDetails {
    struct Line: Equatable {
        let label: String
        let value: String
    }

    static func lines(
        _ entry: DownloadRecord, _ figures: DownloadFigures, _ activity: DownloadActivity, _ glyphs: Glyphs
    ) -> [Line] {
        func clean(_ text: String) -> String { SafeText.clean(ByteText.shown(text), limit: 500) }
        var lines = [
            Line(label: tr("Title"), value: entry.shownTitle),
            Line(label: tr("Address"), value: clean(entry.reference)),
            Line(label: tr("State"), value: clean(DownloadWords.state(entry, activity))),
        ]
        if let note = DownloadWords.note(entry.label, activity) {
            lines.append(Line(label: tr("Reason"), value: clean(note)))
        }
        if let problem = entry.problem {
            lines.append(Line(label: tr("Problem"), value: clean(problem.text)))
            lines.append(Line(label: tr("Solution"), value: problem.remedy.text))
        }
        if let definition = entry.definition { lines.append(Line(label: tr("Definition"), value: clean(definition))) }
        lines.append(Line(label: tr("Size"), value: size(figures)))
        if entry.label == .downloading {
            lines.append(Line(label: tr("Speed"), value: ByteCountText.text(figures.bytesPerSecond) + "/s"))
            if let left = figures.secondsLeft {
                lines.append(Line(label: tr("Left"), value: DownloadRecord.time(left)))
            }
        }
        lines.append(Line(label: tr("Priority"), value: entry.priorityText))
        if let limit = entry.limit { lines.append(Line(label: tr("Limit"), value: ByteCountText.limit(limit) + "/s")) }
        if let ahead = entry.ahead {
            lines.append(Line(label: tr("Into the cache"), value: tr("the first %1", DownloadWords.length(ahead))))
            return lines
        }
        lines.append(
            Line(
                label: tr("On disk"),
                value: entry.isSecure
                    ? tr("encrypted: only tvplay can play it") : tr("not encrypted: any player can play it")))
        lines.append(Line(label: tr("Folder"), value: clean(entry.folder)))
        lines += entry.files.enumerated().map { index, file in
            Line(label: index == 0 ? tr("Files") : "", value: file.line(in: entry, glyphs))
        }
        return lines + entry.notes.sorted { $0.key < $1.key }.map { Line(label: clean($0.key), value: clean($0.value)) }
    }

    private static func size(_ figures: DownloadFigures) -> String {
        guard let total = figures.total else { return ByteCountText.text(figures.done) }
        return tr("%1 of %2", ByteCountText.text(figures.done), ByteCountText.text(total))
    }

    /// Returns the area above the lines, or `nil` if the page is too low or too narrow.
    static func coverArea(_ layout: DownloadsLayout) -> Rect? {
        guard layout.area.height >= 16, layout.area.width >= 30 else { return nil }
        let width = min(layout.area.width, mostColumns) - 4
        return Rect(column: 0, row: 0, width: min(60, width), height: min(16, layout.area.height / 3))
    }

    private static let mostColumns = 100

    static func rect(_ layout: DownloadsLayout, lineCount: Int) -> Rect {
        let area = layout.area
        let width = min(area.width, mostColumns)
        let height = min(area.height, lineCount + 2)
        return Rect(
            column: area.column + (area.width - width) / 2, row: area.row + (area.height - height) / 2, width: width,
            height: height)
    }
}

extension DownloadsPage {
    func detailLines(_ context: PlayerContext) -> [DownloadDetails.Line] {
        guard let entry = selected else { return [] }
        return DownloadDetails.lines(
            entry, figures(of: entry), activity(of: entry), Glyphs(isASCII: context.terminal.isASCII))
    }

    /// Returns the rows above the lines, with a blank one. They are reserved while the cover is made; 0 if the file is
    /// no picture.
    func coverRows(_ context: PlayerContext) -> Int {
        guard detailScroll != nil, let wish = coverWish(context) else { return 0 }
        guard let cover = shownCover(context) else { return wish.space.rows + 1 }
        return cover.cells.map { $0.rows + 1 } ?? 0
    }

    /// Closes the details and returns false if the verb has its meaning in the list.
    mutating func scrollDetails(_ verb: DownloadsVerb, _ context: PlayerContext) -> Bool {
        let count = coverRows(context) + detailLines(context).count
        let rows = max(1, DownloadDetails.rect(DownloadsLayout(self, context), lineCount: count).height - 2)
        let last = max(0, count - rows)
        let scroll = min(detailScroll ?? 0, last)
        switch verb {
        case .down: detailScroll = min(last, scroll + 1)
        case .up: detailScroll = max(0, scroll - 1)
        case .pageDown, .halfPageDown: detailScroll = min(last, scroll + rows)
        case .pageUp, .halfPageUp: detailScroll = max(0, scroll - rows)
        case .first: detailScroll = 0
        case .last: detailScroll = last
        case .details, .back, .close: detailScroll = nil
        default:
            detailScroll = nil
            return false
        }
        return true
    }
}

extension CellBuffer {
    mutating func writeDetails(
        _ page: DownloadsPage, _ context: PlayerContext, _ layout: DownloadsLayout, _ glyphs: Glyphs
    ) {
        let lines = page.detailLines(context)
        let above = page.coverRows(context)
        let count = above + lines.count
        let rect = DownloadDetails.rect(layout, lineCount: count)
        let visible = max(1, rect.height - 2)
        let first = min(page.detailScroll ?? 0, max(0, count - visible))
        box(
            rect, title: tr("Download"),
            hint: count <= visible ? tr("Esc close") : tr("Esc close %1 j k scroll", glyphs.separator), glyphs)
        if let cells = page.shownCover(context)?.cells {
            write(cells, column: rect.column + 2, row: rect.row + 1, rows: first..<max(first, cells.rows))
        }
        let labels = min(lines.map { TextWidth.columns(of: $0.label) }.max() ?? 0, rect.width / 3)
        for place in max(first, above)..<min(count, first + visible) {
            let line = lines[place - above]
            let row = rect.row + 1 + place - first
            write(glyphs.fitted(line.label, labels), column: rect.column + 2, row: row, style: Theme.dim)
            write(
                glyphs.fitted(line.value, rect.width - labels - 6), column: rect.column + 4 + labels, row: row)
        }
    }
}
