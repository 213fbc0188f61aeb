internal import CFFmpeg
package import PlayCore

/// Picture files: covers, logos. Any thread.
package enum StillPicture {
    /// The first picture of a file; nil when it has none.
    ///
    /// - Parameters:
    ///   - name: its ending helps to tell the format.
    ///   - cancel: ends reading.
    ///   - mostPixels: a picture that says it has more is not decoded: a small file may name a size that fills the
    ///     memory. Nil: FFmpeg's own limit.
    package static func decode(
        _ source: any ByteSource, name: String, cancel: CancelToken, mostPixels: Int? = nil
    ) throws(MediaError) -> VideoFrame? {
        let demuxer = try Demuxer(source: source, nameHint: name, cancel: cancel, mostPixels: mostPixels)
        for track in demuxer.tracks where track.isDecodable {
            guard case .video = track.kind, let parameters = demuxer.parameters(of: track.id) else { continue }
            demuxer.select([track.id])
            let decoder = try VideoDecoder(
                parameters: parameters, framesPerSecond: nil, rotation: demuxer.rotation(of: track.id),
                hardware: .none, mostPixels: mostPixels)
            var found: VideoFrame?
            while found == nil, !cancel.isCancelled {
                let packet = try demuxer.read()
                try decoder.decode(packet) { frame in
                    found = frame
                    return false
                }
                if packet == nil { break }
            }
            if let found { return found }
        }
        return nil
    }

    /// The picture within so many pixels, each `pixelAspect` times as wide as high, with its opacity in the fourth
    /// byte. Not turned: logos are upright.
    package static func fitted(
        _ frame: VideoFrame, within width: Int, _ height: Int, pixelAspect: Double = 1
    ) throws(MediaError) -> PixelBuffer {
        let aspect = frame.displayAspect / pixelAspect
        let isWide = aspect * Double(height) > Double(width)
        let fitted = (
            width: isWide ? width : max(1, Int((Double(height) * aspect).rounded())),
            height: isWide ? max(1, Int((Double(width) / aspect).rounded())) : height
        )
        return try scaled(frame, to: fitted.width, fitted.height)
    }

    /// The whole picture as so many pixels (each at least 1), with its opacity in the fourth byte. Not turned.
    package static func scaled(_ frame: VideoFrame, to width: Int, _ height: Int) throws(MediaError) -> PixelBuffer {
        var failure: MediaError?
        let scaler = LibraryScaler()
        let window = FrameWindow(of: frame.pointer, crop: .none, rows: height)
        let picture = PixelBuffer(width: width, height: height) { bytes in
            do throws(MediaError) {
                try scaler.scale(frame.pointer, window, to: width, height, into: bytes, hasOpacity: true)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return picture
    }
}
