package import Cells
package import JobControl
package import PlayCore

/// What the user may decide about the terminal, fixed when it is opened.
package struct TerminalOptions {
    /// `--color`: the last word on the colour depth.
    package var colorOverride: ColorDepth?
    /// `--quality`.
    package var quality = QualityTarget.lossless
    /// Whether the mouse reports to the program (the terminal's own selection then needs Shift).
    package var usesMouse = true
    /// Reports movement without a button as well; costs input on slow lines.
    package var reportsMouseMovement = false
    /// `--title`: false leaves the title of the window alone.
    package var setsTitle = true
    /// Asks whether the terminal shows pixel graphics.
    package var asksForGraphics = false
    /// Whether more than ASCII may be written.
    package var isUTF8 = true
    /// `--bidi`: whether right-to-left text is reordered; nil: where the terminal does not do it.
    package var reordersText: Bool?
    /// `--max-bitrate`: bytes per second that are written at most; nil: what the line carries.
    package var bytesPerSecondCap: Double?
    /// What sound takes of the same line; nil: none does.
    package var lineShare: LineShare?
    /// Nil: the process's own terminal. A path for tests.
    package var ttyPath: String?
    /// Whether SIGINT and the like come as events, through ``SignalSource``; off in tests that share the process.
    package var handlesSignals = true
    /// Who stops in this process's place at Ctrl-Z; nil: the process itself stops.
    package var front: FrontLink?
    /// Environment and `TERM`; of interest for tests.
    package var environment: [String: String]?

    package init() {}
}
