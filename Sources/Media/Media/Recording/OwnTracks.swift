internal import CFFmpeg
internal import PlayCore

/// Encodes a recording's sound, and a black picture while no source sends one. One thread.
final class OwnTracks {
    static let sampleRate = 48_000
    static let channels = 2
    /// The frames of an AAC packet.
    static let blockFrames = 1024
    private static let (width, height) = (320, 180)

    private let sound: UnsafeMutablePointer<AVFrame>
    private let black: UnsafeMutablePointer<AVFrame>
    private let soundEncoder: CaptureEncoder
    private let blackEncoder: CaptureEncoder

    init() throws(MediaError) {
        sound = try Self.soundFrame()
        do throws(MediaError) {
            black = try Self.blackFrame()
        } catch {
            Self.free(sound)
            throw error
        }
        do throws(MediaError) {
            soundEncoder = try CaptureEncoder(.sound, like: sound)
            blackEncoder = try CaptureEncoder(
                .pictures(CapturePicture(width: Self.width, height: Self.height, rate: 1, bitRate: 100_000)),
                like: black, hasHeadInPackets: true)
        } catch {
            for frame in [sound, black] { Self.free(frame) }
            throw error
        }
    }

    deinit { for frame in [sound, black] { Self.free(frame) } }

    var soundParameters: CodecParameters { soundEncoder.parameters }
    var pictureParameters: CodecParameters { blackEncoder.parameters }

    /// - Parameter samples: ``blockFrames`` of them, interleaved.
    func encode(_ samples: [Float], at time: MediaTime, _ body: (Packet) -> Void) throws(MediaError) {
        try check(av_frame_make_writable(sound), "allocate the sound")
        for channel in 0..<Self.channels {
            guard let data = sound.pointee.extended_data[channel] else { continue }
            UnsafeMutableRawPointer(data).withMemoryRebound(to: Float.self, capacity: Self.blockFrames) { plane in
                for frame in 0..<Self.blockFrames { plane[frame] = samples[frame * Self.channels + channel] }
            }
        }
        try soundEncoder.encode(sound, at: time.nanoseconds, isKey: false, body)
    }

    func encodeBlack(at time: MediaTime, _ body: (Packet) -> Void) throws(MediaError) {
        try blackEncoder.encode(black, at: time.nanoseconds, isKey: true, body)
    }

    private static func soundFrame() throws(MediaError) -> UnsafeMutablePointer<AVFrame> {
        let frame = allocated(av_frame_alloc(), "frame")
        frame.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
        frame.pointee.sample_rate = Int32(sampleRate)
        frame.pointee.nb_samples = Int32(blockFrames)
        av_channel_layout_default(&frame.pointee.ch_layout, Int32(channels))
        try allocate(frame)
        return frame
    }

    private static func blackFrame() throws(MediaError) -> UnsafeMutablePointer<AVFrame> {
        let frame = allocated(av_frame_alloc(), "frame")
        frame.pointee.format = AV_PIX_FMT_YUV420P.rawValue
        (frame.pointee.width, frame.pointee.height) = (Int32(width), Int32(height))
        try allocate(frame)
        let (data, strides) = (frame.pointee.data, frame.pointee.linesize)
        // Black in both BT.601 and BT.709.
        data.0?.update(repeating: 16, count: Int(strides.0) * height)
        data.1?.update(repeating: 128, count: Int(strides.1) * height / 2)
        data.2?.update(repeating: 128, count: Int(strides.2) * height / 2)
        return frame
    }

    private static func allocate(_ frame: UnsafeMutablePointer<AVFrame>) throws(MediaError) {
        let result = av_frame_get_buffer(frame, 0)
        guard result < 0 else { return }
        free(frame)
        try check(result, "allocate a frame")
    }

    private static func free(_ frame: UnsafeMutablePointer<AVFrame>) {
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
    }
}
