package import Cells
import Classes
package import PlayCore
import PlaybackModel
import ScreenKit

/// The screen at one instant, without the picture.
package struct ComposedScreen: Sendable, Equatable {
    /// The whole terminal; transparent where the picture is.
    package let chrome: CellBuffer
    /// The picture's area; empty if there is no space.
    package let picturePane: Rect
    /// Whether the picture is shown, not a page in its place.
    package let showsPicture: Bool
    /// The pages in place of the picture, while they slide.
    package let slide: PageSlide?
    package var links: [ScreenLink] = []
}

package func compose(_ state: AppState, at now: HostTime) -> ComposedScreen {
    let geometry = ScreenGeometry(state, at: now)
    var canvas = Canvas(
        cells: CellBuffer(
            columns: max(0, state.terminal.columns), rows: max(0, state.terminal.rows), filledWith: .transparent))
    canvas.cells.reordersText = state.terminal.reordersText
    if state.terminal.isTooSmall {
        canvas.cells.writeTooSmall(state)
    } else {
        for layer in state.layers.visible { layer.entry.layer.draw(state, geometry, on: &canvas, at: now) }
        canvas.cells.mendWideGlyphs()
    }
    var palette = ChromePalette(state.terminal)
    palette.apply(to: &canvas.cells)
    return ComposedScreen(
        chrome: canvas.cells, picturePane: geometry.pane, showsPicture: canvas.showsPicture,
        slide: canvas.showsSlide ? PageSlide(state, geometry.pane) : nil,
        links: canvas.links.filter { $0.isIntact(in: canvas.cells) }.map(\.link))
}

extension CellBuffer {
    fileprivate mutating func writeTooSmall(_ state: AppState) {
        fill(Rect(column: 0, row: 0, width: columns, height: rows))
        let glyphs = Glyphs(isASCII: state.terminal.isASCII)
        let texts = [tr("Too small: 20x4 needed"), tr("Needs 20x4"), "20x4"]
        let text = texts.first { TextWidth.columns(of: $0) <= columns } ?? ""
        write(glyphs.fitted(text, columns), column: 0, row: rows / 2)
    }
}
