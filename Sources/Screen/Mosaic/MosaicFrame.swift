package import Cells
package import PlayCore

/// A picture as cells or graphics, ready for the screen.
package struct MosaicFrame: Sendable {
    /// The whole pane; what no picture covers is blank.
    package let cells: CellBuffer
    /// What lies above the cells, which are blank then; nil for pictures of cells.
    package let graphics: GraphicsFrame?
    /// What ``graphics`` were made for.
    let output: GraphicsOutput?
    /// Media time of the frame; zero for an empty pane.
    package let time: MediaTime
    /// Host time at which it should be seen; nil: at once.
    package let due: HostTime?
    /// Counts up by one per frame of a sink; a gap is a frame that nobody took.
    package let number: UInt64
    /// False for the empty pane that ``MosaicVideoSink/clear()`` leaves.
    package let hasPicture: Bool
}
