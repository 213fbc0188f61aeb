import Cells
import ClassPanes
import PlayCore
import ScreenKit
import Subtitles

extension CellBuffer {
    /// Writes subtitles over the picture, above the bar and the message.
    mutating func writeSubtitles(_ state: AppState, _ geometry: ScreenGeometry, at now: HostTime) {
        guard let (layout, area) = Self.subtitles(state, geometry, reordersText: reordersText, at: now) else { return }
        for line in layout.lines { write(line, in: area) }
    }

    /// Returns the terminal's rows that have subtitles.
    static func subtitleRows(_ state: AppState, _ geometry: ScreenGeometry, at now: HostTime) -> Set<Int> {
        guard let (layout, area) = subtitles(state, geometry, at: now) else { return [] }
        return Set(layout.lines.map { area.row + $0.row })
    }

    /// Lays the visible subtitles out in their area, or beside or above an open list that would cover them.
    private static func subtitles(
        _ state: AppState, _ geometry: ScreenGeometry, reordersText: Bool = false, at now: HostTime
    ) -> (SubtitleLayout, Rect)? {
        let shown = state.shownSubtitles(at: now)
        guard !shown.isEmpty, let area = subtitleArea(state, geometry) else { return nil }
        func layout(_ area: Rect) -> SubtitleLayout {
            SubtitleLayout(
                shown, columns: area.width, rows: area.height, isASCII: state.terminal.isASCII,
                reordersText: reordersText)
        }
        let whole = layout(area)
        guard let list = state.panel.map({ PanelFrame($0, state, geometry).rect }),
            whole.lines.contains(where: { $0.isBehind(list, in: area) }), let free = free(of: area, beside: list)
        else { return (whole, area) }
        return (layout(free), free)
    }

    /// In narrower parts most sentences need three lines or more.
    private static let leastBeside = 28
    /// Two tracks of two lines.
    private static let leastAbove = 4

    /// Returns the wider part beside a list, else the part above it, or `nil` if subtitles have no space there.
    private static func free(of area: Rect, beside list: Rect) -> Rect? {
        let end = area.column + area.width
        let left = Rect(
            column: area.column, row: area.row, width: min(list.column, end) - area.column, height: area.height)
        let right = max(area.column, list.column + list.width)
        let others = Rect(column: right, row: area.row, width: end - right, height: area.height)
        let wider = left.width < others.width ? others : left
        if wider.width >= leastBeside { return wider }
        let above = Rect(column: area.column, row: area.row, width: area.width, height: list.row - area.row)
        return above.height >= leastAbove ? above : nil
    }

    /// Returns the whole width, or in a class the large pane of slides or video, because speech belongs to both.
    static func subtitleArea(_ state: AppState, _ geometry: ScreenGeometry) -> Rect? {
        guard let room = geometry.room else {
            guard !geometry.pane.isEmpty else { return nil }
            return Rect(column: 0, row: 0, width: state.terminal.columns, height: subtitleRows(state, geometry))
        }
        guard var area = room.panes.first(where: { $0.pane.isStage })?.content else { return nil }
        area.height -= area.height >= 16 ? 1 : 0
        return area
    }

    /// Returns the number of free rows from the top. While the bar or a message is visible, they end above the row of
    /// messages, so that subtitles do not move with each message. Otherwise one row stays free below, if there are
    /// enough.
    static func subtitleRows(_ state: AppState, _ geometry: ScreenGeometry) -> Int {
        let hasMessage =
            state.message != nil || state.isTyping || state.hasPrefix || state.pointer.hoverColumn != nil
        if !geometry.bar.isEmpty || hasMessage { return geometry.messageRow }
        return state.terminal.rows - (state.terminal.rows >= 16 ? 1 : 0)
    }

    private mutating func write(_ line: SubtitleLayout.Line, in area: Rect) {
        guard let first = line.glyphs.first, let last = line.glyphs.last else { return }
        let row = area.row + line.row
        var column = area.column + line.column
        if line.column > 0 { write(" ", column: column - 1, row: row, style: SubtitleColors.besideStyle(first.style)) }
        for glyph in line.glyphs {
            let style = SubtitleColors.style(glyph.style)
            let used = write(String(glyph.character), column: column, row: row, style: style)
            // Writes a blank in the place of a cleaned character, which the layout has counted.
            for missing in used..<max(used, glyph.columns) {
                write(" ", column: column + missing, row: row, style: style)
            }
            column += glyph.columns
        }
        guard column < area.column + area.width else { return }
        write(" ", column: column, row: row, style: SubtitleColors.besideStyle(last.style))
    }
}

extension SubtitleLayout.Line {
    /// Includes the blanks at both sides.
    fileprivate func isBehind(_ list: Rect, in area: Rect) -> Bool {
        let (row, column) = (area.row + row, area.column + column)
        return (list.row..<list.row + list.height).contains(row) && column - 1 < list.column + list.width
            && column + SubtitleWrap.columns(glyphs) + 1 > list.column
    }
}

/// The colours chosen by the subtitles' author, made readable.
enum SubtitleColors {
    private static let white = RGB(0xFFFFFF)
    private static let black = RGB(0x000000)
    /// The least difference of brightness, of 255, at which text is readable at a glance.
    private static let leastContrast = 80

    /// Returns the style, white on black by default. Text with little contrast to its background gets a black or white
    /// one: other players draw an outline, which cells cannot show.
    static func style(_ style: CueStyle) -> Style {
        let text = style.foreground ?? white
        var ground = style.background ?? black
        if abs(brightness(text) - brightness(ground)) < leastContrast {
            ground = brightness(text) < 128 ? white : black
        }
        var attributes: Cell.Attributes = []
        if style.isBold { attributes.insert(.bold) }
        if style.isItalic { attributes.insert(.italic) }
        if style.isUnderlined { attributes.insert(.underline) }
        return Style(foreground: color(text), background: color(ground), attributes: attributes)
    }

    static func besideStyle(_ style: CueStyle) -> Style {
        var plain = style
        plain.isUnderlined = false
        return Self.style(plain)
    }

    private static func color(_ rgb: RGB) -> Color { .rgb(rgb.red, rgb.green, rgb.blue) }

    /// Returns BT.601 luma, 0 … 255.
    private static func brightness(_ rgb: RGB) -> Int {
        (299 * Int(rgb.red) + 587 * Int(rgb.green) + 114 * Int(rgb.blue)) / 1000
    }
}
