import Media
import PlayCore
import WebRTC

/// A WebRTC stream whose first frames, which determine its tracks, have arrived.
struct WebStreamBeginning {
    /// How long to wait for sound after pictures, or for pictures after sound.
    private static let otherKind = HostTime.seconds(1)

    let connection: WebStreamConnection
    private(set) var frames: [ReceivedFrame] = []
    private(set) var tracks: [TrackInfo] = []

    /// Connects, and waits for a key frame and sound, or for one of them and a second. `patience` limits connecting,
    /// and the wait for the first frame. `name` has no secrets.
    init(
        _ stream: WebStream, patience: HostTime, name: String, cancel: CancelToken
    ) throws(ByteSourceError) {
        do throws(WebStreamError) {
            connection = try stream.play([.audio, .video], cancel: cancel)
        } catch {
            throw error.failure(name)
        }
        do throws(WebStreamError) {
            try connection.waitUntilRunning(until: SystemClock().now + patience, cancel: cancel)
            try readFrames(until: SystemClock().now + patience, cancel)
        } catch {
            connection.close()
            throw error.failure(name)
        }
        tracks = [video, audio].compactMap(\.self)
    }

    private mutating func readFrames(until deadline: HostTime, _ cancel: CancelToken) throws(WebStreamError) {
        var deadline = deadline
        while !(has(.video) && has(.audio)), SystemClock().now < deadline {
            let frame: ReceivedFrame
            do throws(WebStreamError) { frame = try connection.frame(until: deadline, cancel: cancel) } catch {
                if error.code == .unreachable, !frames.isEmpty { return }
                throw error
            }
            // Frames before a key frame cannot be decoded.
            guard frame.kind == .audio || frame.isKeyframe || has(.video) else { continue }
            if frames.isEmpty { deadline = min(deadline, SystemClock().now + Self.otherKind) }
            frames.append(frame)
        }
    }

    private func has(_ kind: MediaDescription.Kind) -> Bool { frames.contains { $0.kind == kind } }

    // MARK: Tracks

    private var audio: TrackInfo? {
        guard has(.audio) else { return nil }
        return TrackInfo(
            id: WebStreamSource.Track.audio, kind: .audio(sampleRate: 48_000, channelCount: 2), codec: "opus",
            language: nil, title: nil, isDefault: true, isDecodable: true)
    }

    private var video: TrackInfo? {
        guard let (width, height) = size else { return nil }
        return TrackInfo(
            id: WebStreamSource.Track.video, kind: .video(width: width, height: height, framesPerSecond: nil),
            codec: "h264", language: nil, title: nil, isDefault: true, isDecodable: true)
    }

    /// The first picture's size, or `nil` if it cannot be decoded. No description contains it.
    private var size: (Int, Int)? {
        guard let frame = frames.first(where: { $0.kind == .video }) else { return nil }
        var size: (Int, Int)?
        do {
            let decoder = try VideoDecoder(
                parameters: .h264(), framesPerSecond: nil, rotation: .none, hardware: .none)
            let packet = try Packet(frame.bytes, time: .zero, isKeyframe: true)
            for packet in [packet, nil] {
                try decoder.decode(packet) { picture in
                    size = (picture.width, picture.height)
                    return false
                }
            }
        } catch {
            Log.shared.write(.warning, "net", "the first picture of a stream: \(error)")
        }
        return size
    }
}

extension WebStreamConnection {
    /// Throws `unreachable` if no frame arrives in time.
    func frame(until deadline: HostTime, cancel: CancelToken) throws(WebStreamError) -> ReceivedFrame {
        while true {
            do throws(WebRTCError) {
                if let frame = try peer.read(until: .zero) { return frame }
            } catch {
                throw WebStreamError(.media(error), operation: "read")
            }
            if cancel.isCancelled { throw WebStreamError(.cancelled, operation: "read") }
            guard SystemClock().now < deadline else { throw WebStreamError(.unreachable, operation: "read") }
            wait(until: deadline, cancel: cancel)
        }
    }
}

extension WebStreamError {
    /// - Parameter name: without secrets.
    func failure(_ name: String) -> ByteSourceError {
        let code: ByteSourceError.Code =
            switch code {
            case .absent: .httpStatus(404)
            case .refused: .httpStatus(403)
            case .noServer(let cause): cause ?? .invalidReply
            case .status(let status): status >= 400 ? .httpStatus(status) : .invalidReply
            case .media, .unreachable: .timedOut
            case .cancelled: .cancelled
            }
        return ByteSourceError(code, operation: operation, context: name)
    }
}
