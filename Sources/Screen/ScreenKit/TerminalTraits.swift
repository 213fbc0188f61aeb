package import Cells

package struct TerminalTraits: Sendable, Equatable {
    package var columns: Int
    package var rows: Int
    /// The width of a cell divided by its height.
    package var cellAspect: Double
    package var colorDepth: ColorDepth
    package var isASCII: Bool
    /// The background of cells in default colours, or `nil` if unknown.
    package var background: Color?
    package var keyReach: KeyReach
    /// Whether right-to-left text is written in the displayed order, because the terminal does not reorder it.
    package var reordersText: Bool

    package init(
        columns: Int, rows: Int, cellAspect: Double = 0.5, colorDepth: ColorDepth = .trueColor, isASCII: Bool = false,
        background: Color? = nil, keyReach: KeyReach = .all, reordersText: Bool = false
    ) {
        self.columns = columns
        self.rows = rows
        self.cellAspect = cellAspect
        self.colorDepth = colorDepth
        self.isASCII = isASCII
        self.background = background
        self.keyReach = keyReach
        self.reordersText = reordersText
    }

    package init(_ backend: any TerminalBackend) {
        self.init(
            columns: backend.size.columns, rows: backend.size.rows, cellAspect: backend.size.cellAspect,
            colorDepth: backend.colorDepth, isASCII: !backend.isUTF8, background: backend.background,
            keyReach: backend.keyReach, reordersText: backend.reordersText)
    }

    /// Whether one line of text is shown instead of a picture with controls.
    package var isTooSmall: Bool { columns < 20 || rows < 4 }
}
