import Media
import MediaSources
import PlayCore
import Transport

/// Reads a film's pictures in one definition. Used on the `demux` thread.
protocol PictureReader: AnyObject {
    /// `nil` before the first read, unless known earlier.
    var parameters: CodecParameters? { get }
    /// Moves to the key frame at or before, or at or after, a time. Returns its time, or `nil` if there is none.
    func move(to target: MediaTime, _ direction: Demuxer.Direction) throws(MediaError) -> MediaTime?
    func read() throws(MediaError) -> Packet?
}

final class RenditionReader: PictureReader {
    private let rendition: PreparedRendition
    private let file: FileByteSource
    private let cancel: CancelToken
    private var demuxer: Demuxer
    private(set) var parameters: CodecParameters?

    init(_ rendition: PreparedRendition, path: String, cancel: CancelToken) throws(MediaError) {
        do throws(ByteSourceError) {
            file = try FileByteSource(path: path, cancel: cancel)
        } catch {
            throw MediaError(.source(error), operation: "open")
        }
        self.rendition = rendition
        self.cancel = cancel
        demuxer = try Self.open(file, rendition, fragment: 0, cancel)
        parameters = demuxer.parameters(of: 0)
    }

    private static func open(
        _ file: FileByteSource, _ rendition: PreparedRendition, fragment: Int, _ cancel: CancelToken
    ) throws(MediaError) -> Demuxer {
        let bytes = FragmentBytes(file, head: rendition.offsets[0], from: rendition.offsets[fragment])
        let demuxer = try Demuxer(chain: bytes, cancel: cancel)
        guard case .video? = demuxer.tracks.first?.kind else {
            throw MediaError(.unreadable, operation: "open", libraryText: "no rendition of pictures")
        }
        demuxer.select([0])
        return demuxer
    }

    func move(to target: MediaTime, _ direction: Demuxer.Direction) throws(MediaError) -> MediaTime? {
        let place =
            direction == .atOrAfter
            ? rendition.fragment(atOrAfter: target) : rendition.fragment(atOrBefore: target) ?? 0
        guard let place else { return nil }
        demuxer = try Self.open(file, rendition, fragment: place, cancel)
        return rendition.start(of: place)
    }

    func read() throws(MediaError) -> Packet? { try demuxer.read() }
}

/// Reads the film's own pictures, separately from its sound.
final class OriginalReader: PictureReader {
    private let source: any PacketSource
    private let track: Int
    private var held: Packet?

    init(_ source: any PacketSource, track: Int) {
        (self.source, self.track) = (source, track)
        source.select([track])
    }

    var parameters: CodecParameters? { source.parameters(of: track) }

    func move(to target: MediaTime, _ direction: Demuxer.Direction) throws(MediaError) -> MediaTime? {
        held = nil
        guard source.seek(to: target, direction: direction) else { return nil }
        for _ in 0..<Self.mostPackets {
            guard case .packet(let packet)? = try source.read() else { return nil }
            guard packet.isKeyframe, let time = packet.time else { continue }
            held = packet
            return time
        }
        return nil
    }

    func read() throws(MediaError) -> Packet? {
        if let packet = held {
            held = nil
            return packet
        }
        guard case .packet(let packet)? = try source.read() else { return nil }
        return packet
    }

    /// How far to search for a key frame after a seek that led to none.
    private static let mostPackets = 300
}

/// The head of a file and its bytes from a fragment on, as one forward-only source.
private final class FragmentBytes: ByteSource {
    private let file: FileByteSource
    private let head: Int64
    private let distance: Int64

    init(_ file: FileByteSource, head: Int64, from offset: Int64) {
        (self.file, self.head, distance) = (file, head, offset - head)
    }

    var size: Int64? { file.size.map { $0 - distance } }
    var canSeek: Bool { false }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        guard offset < head else { return try file.read(at: offset + distance, into: buffer) }
        let part = min(Int64(buffer.count), head - offset)
        return try file.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Int(part))))
    }
}
