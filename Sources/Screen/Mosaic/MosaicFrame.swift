package import Cells
package import PlayCore

package struct MosaicFrame: Sendable {
    /// The whole pane; cells outside the picture are blank.
    package let cells: CellBuffer
    /// The image above the cells, which are then blank, or `nil` for pictures of cells.
    package let graphics: GraphicsFrame?
    let output: GraphicsOutput?
    /// The media time of the frame; zero for an empty pane.
    package let time: MediaTime
    /// When to show the frame, or `nil` for at once.
    package let due: HostTime?
    /// Rises by one with each frame of a sink. A gap means that a frame was not taken.
    package let number: UInt64
    package let hasPicture: Bool
}
