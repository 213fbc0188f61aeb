internal import CFFmpeg
package import PlayCore

/// One compressed packet with its times on the media axis.
///
/// Made by the `demux` thread, then moved through a queue to one decoder thread.
package final class Packet: @unchecked Sendable {
    // Sendable: nothing in it changes after the demuxer has made it.
    let pointer: UnsafeMutablePointer<AVPacket>
    /// Index of the stream.
    package let track: Int
    /// Presentation time; nil when the container has none.
    package let time: MediaTime?
    /// Nil when unknown.
    package let duration: MediaTime?

    /// Takes the content of `source` over and leaves it empty.
    init(moving source: UnsafeMutablePointer<AVPacket>, time: MediaTime?, duration: MediaTime?) {
        pointer = allocated(av_packet_alloc(), "packet")
        av_packet_move_ref(pointer, source)
        track = Int(pointer.pointee.stream_index)
        self.time = time
        self.duration = duration
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = pointer
        av_packet_free(&packet)
    }

    /// Bytes of payload.
    package var byteCount: Int { Int(pointer.pointee.size) }
    package var isKeyframe: Bool { pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }
}
