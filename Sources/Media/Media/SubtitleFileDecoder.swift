internal import CFFmpeg
package import PlayCore

package struct DecodedLine: Sendable, Equatable {
    /// ASS in Matroska's form: `ReadOrder,Layer,Style,…,Text`.
    package let payload: [UInt8]
    package let start: MediaTime
    package let end: MediaTime?
}

/// Decodes text formats that FFmpeg knows: SAMI, LRC, SubViewer, MicroDVD, MPL2, Spruce's STL, Scenarist's closed
/// captions and more. Any thread.
package enum SubtitleFileDecoder {
    package struct Contents: Sendable {
        package let codec: String
        package let header: [UInt8]
        package let lines: [DecodedLine]
    }

    private static let mostLines = 200_000

    /// Returns `nil` if the bytes (UTF-8) are no subtitles. The extension in `name` helps to detect the format.
    package static func decode(
        _ bytes: [UInt8], name: String, cancel: CancelToken
    ) throws(MediaError) -> Contents? {
        let demuxer = try Demuxer(source: BytesInMemory(bytes), nameHint: name, cancel: cancel)
        guard let track = demuxer.tracks.first, demuxer.tracks.count == 1, track.kind == .subtitle(isPicture: false),
            track.isDecodable, let parameters = demuxer.parameters(of: track.id)
        else { return nil }
        demuxer.select([track.id])
        let decoder = try SubtitleDecoder(parameters: parameters, width: 384, height: 288)
        var lines: [DecodedLine] = []
        while lines.count < mostLines, let packet = try demuxer.read() { lines += decoder.timedLines(packet) }
        lines += decoder.timedLines(nil)
        // FFmpeg counts from the file's first line, not from the start of the item.
        let shift = demuxer.startTime
        return Contents(
            codec: track.codec, header: decoder.header,
            lines: lines.map {
                DecodedLine(payload: $0.payload, start: $0.start + shift, end: $0.end.map { $0 + shift })
            })
    }
}

final class BytesInMemory: ByteSource {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var size: Int64? { Int64(bytes.count) }
    var canSeek: Bool { true }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        guard offset >= 0, offset < Int64(bytes.count) else { return 0 }
        let count = min(buffer.count, bytes.count - Int(offset))
        bytes.withUnsafeBytes {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[Int(offset)..<Int(offset) + count]))
        }
        return count
    }
}
