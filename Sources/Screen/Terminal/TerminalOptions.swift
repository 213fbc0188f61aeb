package import Cells
package import PlayCore
package import Processes

/// The user's settings for the terminal, fixed when it is opened.
package struct TerminalOptions {
    /// `--color`: the colour depth, which overrides detection.
    package var colorOverride: ColorDepth?
    package var quality = QualityTarget.lossless
    /// Whether the program gets mouse events (the terminal's own selection then needs Shift).
    package var usesMouse = true
    /// Whether movement without a button is reported; this costs input bytes on slow lines.
    package var reportsMouseMovement = false
    /// `--title`: whether the window's title is set.
    package var setsTitle = true
    package var asksForGraphics = false
    package var isUTF8 = true
    /// `--bidi`: whether right-to-left text is reordered, or `nil` to reorder it if the terminal does not.
    package var reordersText: Bool?
    /// `--max-bitrate`: the limit of written bytes per second, or `nil` for the line's rate.
    package var bytesPerSecondCap: Double?
    package var lineShare: LineShare?
    package var ttyPath: String?
    /// Whether SIGINT and the like come as events, through ``SignalSource``; off in tests, which share the process.
    package var handlesSignals = true
    package var front: FrontLink?
    package var environment: [String: String]?

    package init() {}
}
