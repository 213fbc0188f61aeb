package import Cells
package import PlayCore

/// Where pictures come from, as cells. Called on the main thread; nothing here waits.
///
/// It is asked and not listened to: a picture is fetched only when the line to the terminal has space for it.
package protocol PictureSource: AnyObject {
    /// The newest picture, for the pane that was set last; nil when none came since.
    func takeNewest() -> CellBuffer?

    /// The pane of the pictures, told again when the terminal's colours change; 0 × 0 when there is none (too small a
    /// terminal, a page instead of the picture).
    func setPane(columns: Int, rows: Int, cellAspect: Double)

    /// Signalled when a picture came.
    var wakeUp: WakeUp { get }

    /// Where the picture that was taken last is in its item; nil when there was none.
    var takenTime: MediaTime? { get }

    /// Pictures are cells; false: images that only the terminal can show.
    var areCells: Bool { get }

    /// Pictures that a newer one replaced before they were taken.
    var droppedCount: Int { get }
}

extension PictureSource {
    package var areCells: Bool { true }
}
