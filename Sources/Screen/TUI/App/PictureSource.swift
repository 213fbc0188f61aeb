package import Cells
package import PlayCore

/// A source of pictures as cells. Called on the main thread; nothing here blocks.
///
/// It is polled: a picture is fetched only when the line to the terminal has space for it.
package protocol PictureSource: AnyObject {
    /// Returns the newest picture, for the pane that was set last, or `nil` if no new one has come.
    func takeNewest() -> CellBuffer?

    /// Sets the pane of the pictures, also when the terminal's colours change; 0 × 0 when there is none (too small a
    /// terminal, a page instead of the picture).
    func setPane(columns: Int, rows: Int, cellAspect: Double)

    /// The wake-up that is signalled when a picture came.
    var wakeUp: WakeUp { get }

    /// The time in its item of the picture that was taken last, or `nil` if there was none.
    var takenTime: MediaTime? { get }

    /// Whether pictures are cells, and not images that only the terminal can show.
    var areCells: Bool { get }

    /// The number of pictures that a newer one replaced before they were taken.
    var droppedCount: Int { get }
}

extension PictureSource {
    package var areCells: Bool { true }
}
