package import Cells
package import PlayCore

/// A text or a small picture in a corner of the picture.
package struct Watermark: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
        /// Cleaned, one line.
        case text(String)
        /// Half-blocks, with transparent cells where the picture is transparent.
        case cells(CellBuffer)
    }

    /// The numbers are those of manifests.
    package enum Position: Int, Sendable, CaseIterable {
        case none = 0
        case leftTop = 1
        case rightTop = 2
        case rightBottom = 3
        case leftBottom = 4
    }

    package let content: Content
    package var position: Position
    /// 0 … 1; text below 0.5 is dim.
    package var opacity: Double

    private static let margin = (columns: 2, rows: 1)
    package static let mostCells = (columns: 24, rows: 6)

    /// - Parameter text: unverified.
    package init(text: String, position: Position, opacity: Double = 0.4) {
        content = .text(SafeText.clean(text, limit: 200))
        self.position = position
        self.opacity = opacity
    }

    /// - Parameters:
    ///   - pixels: two a cell, one above the other; the fourth byte of each is its opacity.
    ///   - opacity: the share of pixels that are drawn.
    package init(pixels: PixelBuffer, position: Position, opacity: Double = 1) {
        content = .cells(HalfBlocks.cells(of: pixels, opacity: opacity))
        self.position = position
        self.opacity = opacity
    }

    var width: Int {
        switch content {
        case .text(let text): TextWidth.columns(of: text)
        case .cells(let cells): cells.columns
        }
    }

    var height: Int {
        switch content {
        case .text: 1
        case .cells(let cells): cells.rows
        }
    }

    /// Returns `nil` if the watermark would take more than half of the pane's width or height.
    package func place(in pane: Rect) -> Rect? {
        let (columns, rows) = (width, height)
        guard position != .none, columns > 0, columns + 2 * Self.margin.columns <= pane.width,
            rows + 2 * Self.margin.rows <= pane.height, 2 * rows <= pane.height, isText || 2 * columns <= pane.width
        else { return nil }
        let isLeft = position == .leftTop || position == .leftBottom
        let isTop = position == .leftTop || position == .rightTop
        return Rect(
            column: isLeft
                ? pane.column + Self.margin.columns : pane.column + pane.width - columns - Self.margin.columns,
            row: isTop ? pane.row + Self.margin.rows : pane.row + pane.height - rows - Self.margin.rows,
            width: columns, height: rows)
    }

    private var isText: Bool { if case .text = content { true } else { false } }
}

enum HalfBlocks {
    /// - Parameters:
    ///   - pixels: two a cell; those less than half opaque are transparent.
    ///   - opacity: the share of pixels that are drawn, evenly spread, because cells cannot be half transparent.
    static func cells(of pixels: PixelBuffer, opacity: Double = 1) -> CellBuffer {
        let kept = Int((opacity * 16).rounded())
        var cells = CellBuffer(columns: pixels.width, rows: (pixels.height + 1) / 2, filledWith: .transparent)
        for row in 0..<cells.rows {
            for column in 0..<cells.columns {
                cells[column, row] = cell(
                    color(pixels, column, 2 * row, kept), color(pixels, column, 2 * row + 1, kept))
            }
        }
        return cells
    }

    /// Bayer's order of sixteen pixels.
    private static let order = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

    /// - Parameter kept: the number of drawn pixels of sixteen.
    private static func color(_ pixels: PixelBuffer, _ x: Int, _ y: Int, _ kept: Int) -> Color? {
        guard y < pixels.height, order[y % 4 * 4 + x % 4] < kept else { return nil }
        return pixels.withBytes { bytes in
            let at = (y * pixels.width + x) * 4
            return bytes[at + 3] < 128 ? nil : .rgb(bytes[at], bytes[at + 1], bytes[at + 2])
        }
    }

    private static func cell(_ upper: Color?, _ lower: Color?) -> Cell {
        switch (upper, lower) {
        case (nil, nil): .transparent
        case (let upper?, nil):
            Cell(glyph: 0x2580, foreground: upper, background: .terminalDefault, attributes: [])
        case (nil, let lower?):
            Cell(glyph: 0x2584, foreground: lower, background: .terminalDefault, attributes: [])
        case (let upper?, let lower?): Cell(glyph: 0x2580, foreground: upper, background: lower, attributes: [])
        }
    }
}
