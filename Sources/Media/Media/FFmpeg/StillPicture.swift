internal import CFFmpeg
package import PlayCore

/// Decodes picture files: covers, logos. Any thread.
package enum StillPicture {
    /// Returns the first picture.
    ///
    /// - Parameters:
    ///   - name: its extension helps to detect the format.
    ///   - mostPixels: a small file may declare a size that fills the memory; `nil` for FFmpeg's own limit.
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

    /// Returns the picture fitted within this many pixels, each `pixelAspect` times as wide as high, with its opacity
    /// in the fourth byte. Ignores rotation: logos are upright.
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

    /// Returns the whole picture without rotation, with its opacity in the fourth byte. Both sizes are at least 1.
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
