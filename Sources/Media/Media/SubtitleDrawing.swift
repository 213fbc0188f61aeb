internal import CFFmpeg
internal import CPlatform
internal import Glibc
package import PlayCore

/// Draws with libass, through libavfilter. The first call takes up to a second to search fonts. Any thread.
package enum SubtitleDrawing {
    /// Draws the script as it appears at its start. Throws if libavfilter is missing or lacks libass.
    package static func draw(_ script: String, on picture: PixelBuffer) throws(MediaError) -> PixelBuffer {
        let filters = try FilterLibrary.loaded()
        let file = try memory(of: Array(script.utf8))
        defer { close(file) }
        var graph: UnsafeMutablePointer<AVFilterGraph>? = allocated(filters.calls.graph_alloc(), "filter graph")
        var frame: UnsafeMutablePointer<AVFrame>? = allocated(av_frame_alloc(), "frame")
        defer {
            filters.calls.graph_free(&graph)
            av_frame_free(&frame)
        }
        graph?.pointee.nb_threads = 1
        var (input, output): (UnsafeMutablePointer<AVFilterContext>?, UnsafeMutablePointer<AVFilterContext>?) = (
            nil, nil
        )
        try filters.add(
            &input, to: graph, "buffer", "in",
            "video_size=\(picture.width)x\(picture.height):pix_fmt=rgb0:time_base=1/1000:pixel_aspect=1/1")
        try filters.add(&output, to: graph, "buffersink", "out", nil)
        try filters.connect(input, output, in: graph, "ass=filename=/proc/self/fd/\(file),format=rgb0")
        try check(filters.calls.graph_config(graph, nil), "set up the drawing of subtitles")
        guard let frame else { return picture }
        try fill(frame, with: picture)
        try check(filters.calls.buffersrc_add_frame_flags(input, frame, 0), "draw subtitles")
        av_frame_unref(frame)
        try check(filters.calls.buffersink_get_frame(output, frame), "draw subtitles")
        return pixels(of: frame)
    }

    /// Creates an in-memory file, which has a path.
    private static func memory(of bytes: [UInt8]) throws(MediaError) -> Int32 {
        // 1: MFD_CLOEXEC.
        let descriptor = memfd_create("tvplay-script", 1)
        guard descriptor >= 0, write(descriptor, bytes, bytes.count) == bytes.count else {
            let reason = String(cString: strerror(errno))
            if descriptor >= 0 { close(descriptor) }
            throw MediaError(.decode, operation: "write the subtitles", libraryText: reason)
        }
        return descriptor
    }

    private static func fill(_ frame: UnsafeMutablePointer<AVFrame>, with picture: PixelBuffer) throws(MediaError) {
        frame.pointee.format = AV_PIX_FMT_RGB0.rawValue
        frame.pointee.width = Int32(picture.width)
        frame.pointee.height = Int32(picture.height)
        frame.pointee.pts = 0
        try check(av_frame_get_buffer(frame, 0), "allocate the picture")
        guard let target = frame.pointee.data.0 else { return }
        let stride = Int(frame.pointee.linesize.0)
        picture.withBytes { bytes in
            for row in 0..<picture.height {
                for byte in 0..<picture.width * 4 {
                    target[row * stride + byte] = bytes[row * picture.width * 4 + byte]
                }
            }
        }
    }

    private static func pixels(of frame: UnsafeMutablePointer<AVFrame>) -> PixelBuffer {
        let (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
        let stride = Int(frame.pointee.linesize.0)
        return PixelBuffer(width: width, height: height) { target in
            guard let source = frame.pointee.data.0 else { return }
            for row in 0..<height {
                for byte in 0..<width * 4 { target[row * width * 4 + byte] = source[row * stride + byte] }
            }
        }
    }
}
