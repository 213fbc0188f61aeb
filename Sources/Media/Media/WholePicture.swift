internal import CFFmpeg
package import PlayCore

extension VideoFrame {
    /// A sample aspect ratio that produces more pixels is treated as a mistake.
    private static let mostPixels = 1 << 27

    /// In square pixels. The axis that the sample aspect ratio stretches gets more of them, so that nothing is lost.
    package var uprightSize: (width: Int, height: Int) {
        let (storedWidth, storedHeight) = rotation.isQuarterTurn ? (height, width) : (width, height)
        let stored = Double(storedWidth) / Double(max(1, storedHeight))
        let widened = (Double(storedHeight) * displayAspect).rounded()
        let heightened = (Double(storedWidth) / displayAspect).rounded()
        guard displayAspect != stored else { return (storedWidth, storedHeight) }
        let wished =
            displayAspect > stored ? (widened, Double(storedHeight)) : (Double(storedWidth), heightened)
        guard wished.0 * wished.1 <= Double(Self.mostPixels) else { return (storedWidth, storedHeight) }
        return (max(1, Int(wished.0)), max(1, Int(wished.1)))
    }
}

extension Scaler {
    /// Returns the upright frame in display proportions and at full resolution. HDR is tone-mapped. Unlike
    /// ``AreaScaler``, interpolates chroma: a file shows the difference, a terminal does not.
    package func wholePicture(of frame: VideoFrame) throws(MediaError) -> PixelBuffer {
        let (width, height) = frame.uprightSize
        if PictureColor(of: frame.pointer, bits: 8).needsMapping {
            return try scale(frame, to: width, height, crop: .none)
        }
        let turn = frame.rotation
        let (columns, rows) = turn.isQuarterTurn ? (height, width) : (width, height)
        return try scaleByLibrary(
            frame, FrameWindow(of: frame.pointer, crop: .none, rows: rows), columns, rows, turn: turn)
    }
}
