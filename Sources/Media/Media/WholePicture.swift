internal import CFFmpeg
package import PlayCore

extension VideoFrame {
    /// The most pixels made from a sample aspect ratio: beyond them, it is considered a mistake.
    private static let mostPixels = 1 << 27

    /// In square pixels: more along the axis that the sample aspect ratio stretches, so that nothing is lost.
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
    /// Returns the frame upright, in the eye's proportions and at full resolution; HDR is tone-mapped. Chroma is
    /// interpolated, which ``AreaScaler`` does not do: a file shows the difference, a terminal does not.
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
