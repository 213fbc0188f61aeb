package import Cells
import Classes
import ScreenKit

package struct ClassLayout: Sendable, Equatable {
    package struct Placed: Sendable, Equatable {
        package let pane: ClassPane
        /// The rectangle with the title in its first row.
        package let rect: Rect
        /// Whether the pane is in the top left corner, whose title row shows the header of the class.
        var hasHeader: Bool { rect.column == 0 && rect.row == 0 }
        package var content: Rect {
            Rect(column: rect.column, row: rect.row + 1, width: rect.width, height: rect.height - 1)
        }
    }

    package let panes: [Placed]
    /// The row of the tabs. The message line is the row above.
    package let tabs: Int
    /// The column of the line between two columns of panes.
    package let separator: Int?
    /// The places of the small videos, if their pane is visible.
    package let thumbnails: ThumbnailLayout

    /// The smallest terminal that shows several panes. A smaller one shows the picture or the focused pane.
    static let least = (columns: 40, rows: 10)
    static let twoPanes = 80
    static let threePanes = 120
    static let leastSide = 20
    /// The fewest rows of a small picture, with its title.
    static let leastPicture = 3
    /// The fewest rows of the large picture above a strip of small ones, with its title.
    static let leastAboveStrip = 8

    /// - Parameter area: the area above the bar. Its last row holds the tabs.
    init(_ room: ClassScreen, in area: Rect) {
        tabs = area.row + area.height - 1
        var area = area
        area.height -= 1
        let arranged = Self.arranged(room, in: area)
        separator = arranged.separator
        panes = Self.withStrip(arranged.panes, room, in: area)
        let cameras = panes.first { $0.pane == .cameras }?.content
        thumbnails = ThumbnailLayout(
            in: cameras ?? Rect(column: 0, row: 0, width: 0, height: 0), count: room.view.thumbnails.count,
            selected: room.selectedThumbnail ?? 0)
    }

    /// Returns the large pane first. If the picture that had the focus last does not fit, it becomes the large pane.
    private static func arranged(_ room: ClassScreen, in area: Rect) -> (panes: [Placed], separator: Int?) {
        if let zoomed = room.zoomed, room.shows(zoomed) { return ([Placed(pane: zoomed, rect: area)], nil) }
        let (stage, raised) = (room.stage, room.focus.isStage ? room.focus : room.raised)
        let usual = arranged(room, stage, in: area)
        guard stage.contains(raised), !usual.panes.contains(where: { $0.pane == raised }) else { return usual }
        return arranged(room, [raised] + stage.filter { $0 != raised }, in: area)
    }

    private static func arranged(
        _ room: ClassScreen, _ stage: [ClassPane], in area: Rect
    ) -> (panes: [Placed], separator: Int?) {
        let side = room.shownSide
        guard let first = stage.first else { return (side.map { [Placed(pane: $0, rect: area)] } ?? [], nil) }
        guard area.width >= twoPanes, let second = side ?? stage.dropFirst().first else {
            let pane = room.shows(room.focus) ? room.focus : first
            return ([Placed(pane: area.width >= twoPanes ? first : pane, rect: area)], nil)
        }
        let isWide = area.width >= threePanes
        guard isWide || area.height * 2 <= area.width else {
            return (stacked(first, second, in: area, split: room.split), nil)
        }
        let width = sideWidth(room.split, area.width)
        let column = area.column + area.width - width
        let left = Rect(column: area.column, row: area.row, width: column - 1 - area.column, height: area.height)
        var right = Rect(column: column, row: area.row, width: width, height: area.height)
        var placed = [Placed(pane: first, rect: left)]
        let minors = isWide ? stage.dropFirst(side == nil ? 2 : 1) : []
        let usual = max(4, (width * 9 / 16 + 1) / 2 + 1)
        // The list keeps at least half of the rest; a third picture becomes smaller before it disappears.
        let height = min(usual, area.height / (1 + max(1, minors.count)))
        for minor in minors.reversed() where height >= leastPicture {
            right.height -= height
            placed.append(
                Placed(
                    pane: minor,
                    rect: Rect(column: column, row: right.row + right.height, width: width, height: height)))
        }
        placed.append(Placed(pane: second, rect: right))
        return (placed, column - 1)
    }

    /// Places the strip of small videos below the large picture. If that would get too low, the strip replaces it while
    /// focused.
    private static func withStrip(_ panes: [Placed], _ room: ClassScreen, in area: Rect) -> [Placed] {
        guard area.width >= twoPanes, room.zoomed == nil, room.shows(.cameras),
            let large = panes.first, large.pane.isStage
        else { return panes }
        var (picture, strip) = (large.rect, large.rect)
        // A title, the pictures and their names.
        strip.height = min(max(area.height / 6, 3), 7) + 2
        picture.height -= strip.height
        strip.row += picture.height
        var panes = panes
        guard picture.height >= leastAboveStrip else {
            if room.focus == .cameras { panes[0] = Placed(pane: .cameras, rect: large.rect) }
            return panes
        }
        panes[0] = Placed(pane: large.pane, rect: picture)
        panes.append(Placed(pane: .cameras, rect: strip))
        return panes
    }

    private static func sideWidth(_ split: Int?, _ columns: Int) -> Int {
        let usual = columns >= threePanes ? min(max(columns * 3 / 10, 34), 60) : columns * 3 / 8
        return min(max(split ?? usual, leastSide), columns - leastSide - 1)
    }

    private static func stacked(_ first: ClassPane, _ second: ClassPane, in area: Rect, split: Int?) -> [Placed] {
        let height = min(max(split ?? area.height / 2, 3), area.height - 3)
        var (upper, lower) = (area, area)
        upper.height -= height
        lower.row += upper.height
        lower.height = height
        return [Placed(pane: first, rect: upper), Placed(pane: second, rect: lower)]
    }

    package func place(of pane: ClassPane) -> Placed? { panes.first { $0.pane == pane } }

    func pane(column: Int, row: Int) -> Placed? { panes.first { $0.rect.contains(column: column, row: row) } }
}

extension ClassScreen {
    /// One row each for a title, the content and the tabs.
    private static var leastSmallRows: Int { 3 }

    /// Whether the class has the screen: it is entered, the picture is not full screen, and the terminal is large
    /// enough.
    package func hasScreen(_ context: ClassContext) -> Bool {
        isEntered && !context.isFullScreen && !context.terminal.isTooSmall
    }

    /// Returns the layout of the panes, or `nil` if the picture has the screen. A small terminal shows only the focused
    /// pane.
    package func layout(_ context: ClassContext) -> ClassLayout? {
        guard hasScreen(context) else { return nil }
        let terminal = context.terminal
        let isSmall = terminal.columns < ClassLayout.least.columns || terminal.rows < ClassLayout.least.rows
        if isSmall, focus == .video || !shows(focus) { return nil }
        var rows = terminal.rows
        if let height = context.barHeight {
            rows -= height
            // The bar covers the tabs if every row counts.
            if isSmall { rows = max(rows + 1, Self.leastSmallRows) }
        }
        return ClassLayout(self, in: Rect(column: 0, row: 0, width: terminal.columns, height: rows))
    }

    /// Returns the row above the tabs, and above the line for messages if it is the last row of the panes.
    package func messageRow(_ layout: ClassLayout) -> Int { layout.tabs - (writesInLastRow(layout) ? 2 : 1) }

    private func writesInLastRow(_ layout: ClassLayout) -> Bool {
        guard live != nil, let chat = layout.place(of: .chat) else { return false }
        return chat.rect.row + chat.rect.height == layout.tabs && chat.content.height >= ChatPaneRows.leastRows
    }
}
