package import Cells
import DownloadModel
import PlayCore
package import ScreenKit

package struct DownloadsLayout: Sendable, Equatable {
    package enum Column: Sendable, Hashable, CaseIterable {
        case title, priority, definition, size, bar, percent, speed, left, state

        var sort: DownloadSort? {
            switch self {
            case .title: .title
            case .priority: .priority
            case .definition: nil
            case .size: .size
            case .bar, .percent: .progress
            case .speed: .speed
            case .left: .left
            case .state: .state
            }
        }

        var isRight: Bool { [.size, .percent, .speed, .left, .priority].contains(self) }

        /// Returns the columns that have or will have a value.
        static func filled(by entries: [DownloadRecord]) -> Set<Column> {
            let runs = entries.contains { $0.label == .downloading }
            var result: Set<Column> = [.title, .bar, .percent, .state]
            if entries.contains(where: { $0.definition != nil || $0.ahead != nil }) { result.insert(.definition) }
            if entries.contains(where: { $0.priority != 0.5 }) { result.insert(.priority) }
            if runs { result.formUnion([.speed, .left]) }
            if runs || entries.contains(where: { $0.figures.total != nil || $0.figures.done > 0 }) {
                result.insert(.size)
            }
            return result
        }
    }

    package struct Placed: Sendable, Equatable {
        package let column: Column
        package let rect: Rect
    }

    /// The page without the floating picture, which is beside or below it.
    package let area: Rect
    package let titleRow: Int
    package let tabRow: Int?
    package let headRow: Int?
    package let list: Rect
    /// The place of the selected download's cover, or `nil` if no download has one, or the page is too narrow.
    package let preview: Rect?
    package let bottomRow: Int
    /// The columns in the order of the screen, one row high, in the row of the headings.
    package let columns: [Placed]

    /// Left of the title: the sign of the selection, a blank, the kind, a blank.
    static let signColumns = 4
    private static let narrowColumns = 100

    package init(_ page: DownloadsPage, _ context: PlayerContext) {
        area = context.area
        titleRow = area.row
        let isLow = area.height < PlayerContext.enoughRows
        tabRow = isLow ? nil : area.row + 1
        headRow = isLow ? nil : area.row + 2
        let top = area.row + (isLow ? 1 : 3)
        bottomRow = area.row + area.height - 1
        let below = Rect(column: area.column, row: top, width: area.width, height: max(1, bottomRow - top))
        preview = page.hasCovers && !isLow ? Self.preview(below, context.terminal.cellAspect) : nil
        list = Rect(
            column: below.column, row: top, width: below.width - (preview.map { $0.width + 2 } ?? 0),
            height: below.height)
        columns = Self.columns(page.filledColumns, in: list, row: headRow ?? top)
    }

    /// Reserves a quarter of the width even if the selected download has no cover, so that the list's columns stay in
    /// place. The height limits upright pictures to the preview's width.
    private static func preview(_ area: Rect, _ cellAspect: Double) -> Rect? {
        guard area.width >= narrowColumns else { return nil }
        let width = min(60, area.width / 4)
        return Rect(
            column: area.column + area.width - 1 - width, row: area.row, width: width,
            height: min(area.height, max(1, Int((Double(width) * cellAspect).rounded()))))
    }

    // MARK: Columns

    private static func width(_ column: Column) -> Int {
        switch column {
        case .title: 18
        case .priority: 4
        case .definition: 6
        case .size: 8
        case .bar: 8
        case .percent: 5
        case .speed: 10
        case .left: 7
        case .state: 12
        }
    }

    /// If space is short, columns are dropped in this order.
    private static let dropped: [Column] = [
        .priority, .definition, .left, .bar, .size, .speed, .percent, .state,
    ]

    private static func columns(_ filled: Set<Column>, in list: Rect, row: Int) -> [Placed] {
        // A blank at the right end, as at the left.
        let space = list.width - signColumns - 1
        let gap = list.width < narrowColumns ? 1 : 2
        var shown = Column.allCases.filter(filled.contains)
        func needed() -> Int { shown.reduce(0) { $0 + Self.width($1) + gap } - gap }
        for victim in dropped where needed() > space { shown.removeAll { $0 == victim } }
        // The bar gets a quarter of the free columns, up to a width at which a cell is 1/24. The state gets an eighth,
        // at most 9, and the title the rest.
        let free = max(0, space - needed())
        let more = min(16, free / 4)
        let stateMore = min(9, free / 8)
        var column = list.column + signColumns
        return shown.map { kind in
            var own = Self.width(kind)
            switch kind {
            case .bar: own += more
            case .state: own += stateMore
            case .title:
                let others = (shown.contains(.bar) ? more : 0) + (shown.contains(.state) ? stateMore : 0)
                own = min(space, own + free - others)
            default: break
            }
            defer { column += own + gap }
            return Placed(column: kind, rect: Rect(column: column, row: row, width: max(0, own), height: 1))
        }
    }

    // MARK: The mouse

    func line(column: Int, row: Int) -> Int? {
        list.contains(column: column, row: row) ? row - list.row : nil
    }

    func head(column: Int, row: Int) -> Column? {
        guard headRow == row else { return nil }
        return columns.first { $0.rect.contains(column: column, row: row) }?.column
    }
}

extension DownloadsPage {
    func placedTabs(in area: Rect) -> [(tab: DownloadTab, text: String, column: Int)] {
        var column = area.column + 1
        return tabs.map { tab in
            let text = " \(tab.title) \(counts[tab] ?? 0) "
            defer { column += TextWidth.columns(of: text) + 1 }
            return (tab, text, column)
        }
    }
}

extension DownloadTab {
    var title: String {
        switch self {
        case .all: tr("All")
        case .running: tr("Running")
        case .paused: tr("Paused")
        case .done: tr("Done")
        case .failed: tr("Failed")
        case .ahead: tr("Cache")
        }
    }
}

extension DownloadSort {
    var title: String {
        switch self {
        case .added: tr("added")
        case .title: tr("title")
        case .state: tr("state")
        case .size: tr("size")
        case .progress: tr("progress")
        case .speed: tr("speed")
        case .left: tr("time left")
        case .priority: tr("priority")
        }
    }
}
