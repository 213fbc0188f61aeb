package import Cells
import Classes

package struct ClassLayout: Sendable, Equatable {
    package struct Placed: Sendable, Equatable {
        package let pane: ClassPane
        /// The rectangle, with the title in the first row.
        package let rect: Rect
        /// Whether its title row has the class's header.
        var hasHeader: Bool { rect.column == 0 && rect.row == 0 }
        package var content: Rect {
            Rect(column: rect.column, row: rect.row + 1, width: rect.width, height: rect.height - 1)
        }
    }

    package let panes: [Placed]
    /// Messages have the row above.
    package let tabs: Int
    /// The column of the line between two columns of panes.
    package let separator: Int?
    /// The places of the small videos, if their pane is visible.
    package let thumbnails: ThumbnailLayout

    /// Smaller terminals show the picture, or the chosen pane.
    static let least = (columns: 40, rows: 10)
    static let twoPanes = 80
    static let threePanes = 120
    static let leastSide = 20
    /// The least rows of a small picture, with its title.
    static let leastPicture = 3
    /// The rows that the large picture keeps above a strip of small ones, with its title.
    static let leastAboveStrip = 8

    /// - Parameter area: above the bar; its last row is for the tabs.
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

    /// Returns the large pane first. It is the picture that had the keys last if that would have no place otherwise.
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

    /// Places the small videos below the large picture if that stays large, else there while they have the keys.
    private static func withStrip(_ panes: [Placed], _ room: ClassScreen, in area: Rect) -> [Placed] {
        guard area.width >= twoPanes, room.zoomed == nil, room.shows(.cameras),
            let large = panes.first, large.pane.isStage
        else { return panes }
        var (picture, strip) = (large.rect, large.rect)
        // A title, the pictures, their names.
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

extension AppState {
    /// The class's own has priority.
    var marqueeInUse: Marquee? { room?.marquee ?? picture.overlays.marquee }

    /// A title, a line, the tabs.
    private static var leastSmallRows: Int { 3 }

    /// Whether an entered class has the screen: the picture is not full screen, and the terminal is large enough.
    var showsClassPanes: Bool { room?.isEntered == true && !bar.isFullScreen && !terminal.isTooSmall }

    /// `nil` without a class, or if the viewer wants the picture alone. A small terminal shows the chosen pane only.
    var roomLayout: ClassLayout? {
        guard let room, showsClassPanes else { return nil }
        let isSmall = terminal.columns < ClassLayout.least.columns || terminal.rows < ClassLayout.least.rows
        if isSmall, room.focus == .video || !room.shows(room.focus) { return nil }
        var rows = terminal.rows
        if self.bar.visibility != .never {
            rows -= self.bar.layout.height(self.bar.layout.kind(paneWidth: terminal.columns))
            // The bar covers the tabs if every row counts.
            if isSmall { rows = max(rows + 1, Self.leastSmallRows) }
        }
        return ClassLayout(room, in: Rect(column: 0, row: 0, width: terminal.columns, height: rows))
    }
}
