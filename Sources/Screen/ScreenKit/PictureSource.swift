package import Cells
package import PlayCore

/// A source of pictures as cells. Call it on the main thread; it never blocks. The loop takes a picture only when the
/// line to the terminal has space for it.
package protocol PictureSource: AnyObject {
    /// Returns `nil` if there is no new picture for the pane that was set last.
    func takeNewest() -> CellBuffer?

    /// Sets the pane, also when the terminal's colours change. 0 × 0 if there is none (a small terminal, a page).
    func setPane(columns: Int, rows: Int, cellAspect: Double)

    var wakeUp: WakeUp { get }

    /// The media time of the last taken picture.
    var takenTime: MediaTime? { get }

    /// Whether pictures are cells, not images in the terminal's pixels.
    var areCells: Bool { get }

    /// The number of pictures that were replaced before they were taken.
    var droppedCount: Int { get }
}

extension PictureSource {
    package var areCells: Bool { true }
}
