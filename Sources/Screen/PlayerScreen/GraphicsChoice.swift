import Cells
import Mosaic
package import Options
import PlayCore
import Terminal

/// Pixels or characters, chosen when the terminal has answered. Characters until then and without support.
package struct GraphicsChoice: Equatable {
    private enum State: Equatable { case waiting, inUse, refused(String) }

    let format: GraphicsFrame.Format?
    /// Whether graphics are not required, so that they are used only in shared memory.
    private let isOptional: Bool
    private var state = State.waiting

    package init(_ output: PictureOutput?) {
        switch output {
        case .sixel: format = .sixel
        case .kitty, .auto: format = .kitty
        case .half, .quadrant, .sextant, .braille, .null, nil: format = nil
        }
        isOptional = output == .auto
    }

    var notice: String? {
        switch state {
        case .refused(let text): isOptional ? nil : text
        case .inUse: isOptional ? tr("Pictures use kitty graphics; --vo=half uses characters") : nil
        case .waiting: nil
        }
    }

    var isRefused: Bool {
        if case .refused = state { return true }
        return false
    }

    /// Decides by the answers so far. Returns true once, at the decision.
    mutating func decide(_ terminal: TerminalCapabilities, _ size: TerminalSize) -> Bool {
        guard let format, state == .waiting else { return false }
        let isKitty = terminal.hasKittyGraphics && (terminal.readsSharedMemory || !isOptional)
        let isOffered = format == .sixel ? terminal.hasSixel : isKitty
        // A terminal that cannot be queried never answers. For all others, DA1 is the last answer.
        guard isOffered || terminal.isIdentified || !terminal.answersQueries else { return false }
        let name = format == .sixel ? "sixel" : "kitty"
        if !isOffered {
            state = .refused(tr("This terminal does not support %1 graphics: using characters", name))
        } else if Self.cell(size) != nil {
            state = .inUse
        } else if terminal.isIdentified {
            state = .refused(tr("This terminal does not report its size in pixels: using characters"))
        } else {
            return false
        }
        return true
    }

    func output(_ terminal: TerminalCapabilities, _ size: TerminalSize, paneRows: Int) -> GraphicsOutput? {
        guard let format, state == .inUse, let cell = Self.cell(size) else { return nil }
        // The pane begins at the top; the terminal's last row is left out if the pane reaches it.
        let usable = format == .sixel ? min(paneRows, size.rows - 1) : paneRows
        return GraphicsOutput(
            format: format, cellWidth: cell.width, cellHeight: cell.height, colorCount: terminal.sixelColors,
            isShared: terminal.readsSharedMemory, usableRows: usable)
    }

    private static func cell(_ size: TerminalSize) -> (width: Int, height: Int)? {
        guard size.columns > 0, size.rows > 0 else { return nil }
        let cell = (width: size.pixelWidth / size.columns, height: size.pixelHeight / size.rows)
        return (2...200).contains(cell.width) && (4...400).contains(cell.height) ? cell : nil
    }
}
