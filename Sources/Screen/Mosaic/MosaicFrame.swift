package import Cells
package import PlayCore

package struct MosaicFrame: Sendable {
    /// The whole pane; cells outside the picture are blank.
    package let cells: CellBuffer
    /// The image above the cells, which are blank then, or `nil` for pictures of cells.
    package let graphics: GraphicsFrame?
    let output: GraphicsOutput?
    /// Media time of the frame; zero for an empty pane.
    package let time: MediaTime
    /// The host time to show the frame at, or `nil` to show it at once.
    package let due: HostTime?
    /// The frame's number, one higher for each frame of a sink; a gap is a frame that was never taken.
    package let number: UInt64
    package let hasPicture: Bool
}
