internal import CFFmpeg
package import PlayCore

/// One byte (a palette index) per pixel.
package struct SubtitleBitmap: Sendable, Equatable {
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int
    /// width × height, rows from the top, without padding.
    package let indices: [UInt8]
    /// 256 colours, 0xAARRGGBB, not premultiplied.
    package let palette: [UInt32]
}

/// The bitmaps of a packet, shown until the track's next packet or until their own end.
package struct SubtitlePicture: Sendable, Equatable {
    package let start: MediaTime
    package let end: MediaTime?
    /// Pixels of the canvas that contains the bitmaps.
    package let canvasWidth: Int
    package let canvasHeight: Int
    /// Empty to clear the screen.
    package let bitmaps: [SubtitleBitmap]
}

/// Decodes bitmaps, and text subtitles that are not stored as text. Created and used on the `demux` thread.
package final class SubtitleDecoder {
    private let codec: CodecContext
    /// The canvas for codecs that do not declare one.
    private let fallbackSize: (width: Int, height: Int)

    package init(parameters: CodecParameters, width: Int, height: Int) throws(MediaError) {
        codec = try CodecContext(parameters: parameters, threads: 1, hardware: nil)
        fallbackSize = (width, height)
    }

    /// ASS's header for the lines of ``lines(_:)``. Empty for bitmaps.
    package var header: [UInt8] {
        let context = codec.pointer.pointee
        guard let bytes = context.subtitle_header, context.subtitle_header_size > 0 else { return [] }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(context.subtitle_header_size)))
    }

    package func flush() { codec.flush() }

    /// Returns the ASS lines of a text packet, in Matroska's form: `ReadOrder,Layer,Style,…,Text`.
    package func lines(_ packet: Packet) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        decode(packet) { subtitle in
            for rect in Self.rects(subtitle) {
                guard rect.pointee.type == SUBTITLE_ASS, let text = rect.pointee.ass else { continue }
                lines.append(Array(String(cString: text).utf8))
            }
        }
        return lines
    }

    /// Returns lines with times, which a decoder may know better than the container. `nil` drains the decoder.
    func timedLines(_ packet: Packet?) -> [DecodedLine] {
        var lines: [DecodedLine] = []
        decode(packet) { subtitle in
            let stamp = subtitle.pts == tv_nopts ? packet?.time : .microseconds(subtitle.pts)
            guard let time = stamp else { return }
            let start = time + .milliseconds(Int(subtitle.start_display_time))
            let length = subtitle.end_display_time
            let hasEnd = length != .max && length > subtitle.start_display_time
            let end = hasEnd ? time + .milliseconds(Int(length)) : packet?.duration.map { time + $0 }
            for rect in Self.rects(subtitle) {
                guard rect.pointee.type == SUBTITLE_ASS, let text = rect.pointee.ass else { continue }
                lines.append(DecodedLine(payload: Array(String(cString: text).utf8), start: start, end: end))
            }
        }
        return lines
    }

    package func picture(_ packet: Packet) -> SubtitlePicture? {
        var picture: SubtitlePicture?
        decode(packet) { subtitle in
            guard let time = packet.time else { return }
            let start = time + .milliseconds(Int(subtitle.start_display_time))
            let length = subtitle.end_display_time
            let hasEnd = length != .max && length > subtitle.start_display_time
            let size = canvas
            picture = SubtitlePicture(
                start: start, end: hasEnd ? time + .milliseconds(Int(length)) : packet.duration.map { time + $0 },
                canvasWidth: size.width, canvasHeight: size.height,
                bitmaps: Self.rects(subtitle).compactMap { Self.bitmap($0) })
        }
        return picture
    }

    private var canvas: (width: Int, height: Int) {
        let context = codec.pointer.pointee
        return context.width > 0 && context.height > 0
            ? (Int(context.width), Int(context.height)) : fallbackSize
    }

    private func decode(_ packet: Packet?, _ body: (AVSubtitle) -> Void) {
        var subtitle = AVSubtitle()
        var isComplete: Int32 = 0
        var empty: UnsafeMutablePointer<AVPacket>?
        if packet == nil { empty = allocated(av_packet_alloc(), "packet") }
        defer { av_packet_free(&empty) }
        let result = avcodec_decode_subtitle2(codec.pointer, &subtitle, &isComplete, packet?.pointer ?? empty)
        // A damaged packet shows nothing. The next one may be intact.
        guard result >= 0, isComplete != 0 else { return }
        body(subtitle)
        avsubtitle_free(&subtitle)
    }

    private static func rects(_ subtitle: AVSubtitle) -> [UnsafeMutablePointer<AVSubtitleRect>] {
        (0..<Int(subtitle.num_rects)).compactMap { subtitle.rects[$0] }
    }

    /// Larger than any disc's picture.
    private static let maximumSide = 8192

    private static func bitmap(_ rect: UnsafeMutablePointer<AVSubtitleRect>) -> SubtitleBitmap? {
        let source = rect.pointee
        let (width, height) = (Int(source.w), Int(source.h))
        let stride = Int(source.linesize.0)
        guard source.type == SUBTITLE_BITMAP, (1...maximumSide).contains(width), (1...maximumSide).contains(height),
            stride >= width, let pixels = source.data.0, let colours = source.data.1
        else { return nil }
        let indices = [UInt8](unsafeUninitializedCapacity: width * height) { buffer, count in
            guard let target = buffer.baseAddress else { return }
            for row in 0..<height { (target + row * width).update(from: pixels + row * stride, count: width) }
            count = width * height
        }
        let palette = colours.withMemoryRebound(to: UInt32.self, capacity: 256) { colours in
            (0..<256).map { $0 < Int(source.nb_colors) ? colours[$0] : 0 }
        }
        return SubtitleBitmap(
            x: Int(source.x), y: Int(source.y), width: width, height: height, indices: indices, palette: palette)
    }
}
