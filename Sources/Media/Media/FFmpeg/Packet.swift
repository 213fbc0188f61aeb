internal import CFFmpeg
package import PlayCore

/// Coded data with times on the media axis. Moves from the `demux` thread through a queue to one decoder thread.
package final class Packet: @unchecked Sendable {
    // Sendable: immutable after its source has returned it.
    let pointer: UnsafeMutablePointer<AVPacket>
    package let track: Int
    /// `nil` if the container has no presentation time.
    package let time: MediaTime?
    package let duration: MediaTime?

    init(moving source: UnsafeMutablePointer<AVPacket>, time: MediaTime?, duration: MediaTime?) {
        pointer = allocated(av_packet_alloc(), "packet")
        av_packet_move_ref(pointer, source)
        Self.fit(pointer)
        track = Int(pointer.pointee.stream_index)
        self.time = time
        self.duration = duration
    }

    package init(_ bytes: [UInt8], time: MediaTime, isKeyframe: Bool, track: Int = 0) throws(MediaError) {
        let made = allocated(av_packet_alloc(), "packet")
        pointer = made
        self.track = track
        self.time = time
        duration = nil
        try check(av_new_packet(made, Int32(bytes.count)), "allocate a packet")
        UnsafeMutableRawPointer(made.pointee.data)?.copyMemory(from: bytes, byteCount: bytes.count)
        made.pointee.stream_index = Int32(track)
        (made.pointee.pts, made.pointee.dts) = (time.nanoseconds, time.nanoseconds)
        if isKeyframe { made.pointee.flags |= AV_PKT_FLAG_KEY }
    }

    /// Moves a small payload out of a much larger buffer. FFmpeg takes 4 KiB for each packet of sound in a transport
    /// stream, which a kept packet would hold.
    private static func fit(_ packet: UnsafeMutablePointer<AVPacket>) {
        let (size, padding) = (Int(packet.pointee.size), Int(AV_INPUT_BUFFER_PADDING_SIZE))
        guard size > 0, let data = packet.pointee.data, let buffer = packet.pointee.buf,
            buffer.pointee.size > 2 * (size + padding), let fitting = av_buffer_alloc(size + padding),
            let copy = fitting.pointee.data
        else { return }
        copy.update(from: data, count: size)
        (copy + size).update(repeating: 0, count: padding)
        av_buffer_unref(&packet.pointee.buf)
        (packet.pointee.buf, packet.pointee.data) = (fitting, copy)
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = pointer
        av_packet_free(&packet)
    }

    /// Orders packets for a decoder. Falls back to the presentation time.
    package var decodingTime: MediaTime? {
        pointer.pointee.dts == tv_nopts ? time : MediaTime(nanoseconds: pointer.pointee.dts)
    }

    /// Empties this packet. `time` and `duration` apply if it has none.
    package func moved(
        toTrack track: Int, by distance: MediaTime, time fallback: MediaTime?, duration usual: MediaTime?
    ) -> Packet {
        let time = time ?? fallback
        if self.time == nil, let time { pointer.pointee.pts = time.nanoseconds }
        pointer.pointee.stream_index = Int32(track)
        if pointer.pointee.pts != tv_nopts { pointer.pointee.pts &+= distance.nanoseconds }
        if pointer.pointee.dts != tv_nopts { pointer.pointee.dts &+= distance.nanoseconds }
        return Packet(moving: pointer, time: time.map { $0 + distance }, duration: duration ?? usual)
    }

    package var bytePosition: Int64? { pointer.pointee.pos < 0 ? nil : pointer.pointee.pos }

    package var byteCount: Int { Int(pointer.pointee.size) }
    package var bytes: [UInt8] {
        Array(UnsafeBufferPointer(start: pointer.pointee.data, count: byteCount))
    }
    package var isKeyframe: Bool { pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }
}
