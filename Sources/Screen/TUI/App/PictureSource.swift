package import Cells
package import PlayCore

/// A source of pictures as cells, called on the main thread; nothing blocks.
/// It is polled: a picture is fetched only when the line to the terminal has space for it.
package protocol PictureSource: AnyObject {
    /// Returns `nil` if there is no new picture for the pane that was set last.
    func takeNewest() -> CellBuffer?

    /// Sets the pane, also when the terminal's colours change; 0 × 0 if there is none (a small terminal, a page).
    func setPane(columns: Int, rows: Int, cellAspect: Double)

    /// Signalled when a picture came.
    var wakeUp: WakeUp { get }

    /// The time in its item of the last taken picture.
    var takenTime: MediaTime? { get }

    /// Whether pictures are cells, not images that only the terminal can show.
    var areCells: Bool { get }

    /// The pictures that newer ones replaced before they were taken.
    var droppedCount: Int { get }
}

extension PictureSource {
    package var areCells: Bool { true }
}
