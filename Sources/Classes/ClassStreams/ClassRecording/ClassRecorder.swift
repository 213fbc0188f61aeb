package import ClassAccess
package import Media
import PlayCore
import Transport

/// Records a class: receives its streams and writes them to a folder, with a delay that includes late packets. One
/// thread; each stream is received on a thread of its own.
package final class ClassRecorder {
    private struct Picture: Sendable {
        let packet: Packet
        let parameters: CodecParameters
        let distance: MediaTime
    }

    private struct State {
        var sound: RecordedSound
        var pictures: RecordedPictures<Picture>
        /// The stream of the current pictures. The previous one may still send for a moment.
        var source: String?
    }

    /// Later packets are dropped.
    private static let delay = MediaTime.milliseconds(1500)

    private let recording: GrowingRecording
    private let state: Monitor<State>
    private var order: RecordingOrder?
    private var receivers: [String: LiveReceiver] = [:]
    private let wakeUp = WakeUp()

    /// - Parameter folder: the absolute path of an existing folder. The new recorder continues a previous one's
    ///   recording.
    package init(folder: String) throws(MediaError) {
        let written = PlaylistLength.read(folder + "/" + GrowingRecording.list)
        recording = try GrowingRecording(folder: folder, continues: written > .zero)
        let frames = Int((written.inSeconds * Double(SoundMixer.sampleRate)).rounded(.up))
        state = Monitor(State(sound: RecordedSound(place: frames), pictures: RecordedPictures(from: written)))
    }

    deinit { for receiver in receivers.values { receiver.leave() } }

    // MARK: The recorded streams

    package func follow(_ new: RecordingOrder) {
        let wanted = Set(new.sounds + (new.picture.map { [$0] } ?? []))
        if order?.picture != new.picture {
            state.withLock {
                $0.source = new.picture
                $0.pictures.change()
            }
        }
        for name in receivers.keys where !wanted.contains(name) { receivers.removeValue(forKey: name)?.leave() }
        for name in wanted.sorted() where receivers[name] == nil {
            guard receivers.count <= SoundMixer.mostSpeakers else { break }
            receivers[name] = receiver(name, new)
        }
        order = new
    }

    private func receiver(_ name: String, _ order: RecordingOrder) -> LiveReceiver? {
        guard let address = FormatAddress.rtmp(order.server, stream: name, token: order.token) else { return nil }
        let (state, start) = (state, order.start)
        let place = Monitor(StreamPlace())
        let recordingTime = { @Sendable (time: MediaTime) -> MediaTime in
            let arrival = MediaTime(nanoseconds: WallTime.now.milliseconds &* 1_000_000)
            return place.withLock { $0.place(time, arrival: arrival) } - .milliseconds(Int(start))
        }
        let target: LiveReceiver.Target =
            name == order.picture
            ? .packets { packet, parameters, time in
                guard let packetTime = packet.time else { return }
                let distance = recordingTime(time) - packetTime
                let decoding = (packet.decodingTime ?? packetTime) + distance
                let picture = Picture(packet: packet, parameters: parameters, distance: distance)
                state.withLock {
                    guard $0.source == name else { return }
                    $0.pictures.append(picture, at: decoding, isKey: packet.isKeyframe)
                }
            }
            : .sound { samples, time in
                let time = recordingTime(time)
                state.withLock { $0.sound.append(name, samples, start: time) }
            }
        return LiveReceiver(
            address, secure: SecureRTMP(order.server) { _ in Self.client }, to: target,
            keeperTime: { _ in WallTime.now.milliseconds }, wakeUp: wakeUp)
    }

    /// Used for media servers that require TLS.
    private static let client = HTTPClient(HTTPSettings(userAgent: "tvplay-recorder"))

    // MARK: Writing

    /// Writes all sound and pictures that are complete. Runs ten times per second.
    package func write() throws(MediaError) {
        guard let order else { return }
        try write(until: now(order) - Self.delay)
    }

    /// Must be the last call, made once.
    package func finish() throws(MediaError) {
        if let order {
            try write(until: now(order))
        }
        for receiver in receivers.values { receiver.leave() }
        receivers = [:]
        try recording.finish()
    }

    private func now(_ order: RecordingOrder) -> MediaTime {
        .milliseconds(Int(WallTime.now.milliseconds - order.start))
    }

    private func write(until end: MediaTime) throws(MediaError) {
        let frames = GrowingRecording.blockFrames
        while true {
            let step = state.withLock { state -> (time: MediaTime, sound: [Float], [RecordedPictures<Picture>.Step])? in
                let time = Self.time(frames: state.sound.place)
                guard time + Self.time(frames: frames) <= end else { return nil }
                return (time, state.sound.mix(frames: frames), state.pictures.steps(until: time))
            }
            guard let (time, sound, pictures) = step else { return }
            for picture in pictures { try write(picture) }
            try recording.write(sound: sound, at: time)
        }
    }

    private static func time(frames: Int) -> MediaTime {
        MediaTime(nanoseconds: SoundMixer.format.duration(frames: frames).nanoseconds)
    }

    private func write(_ step: RecordedPictures<Picture>.Step) throws(MediaError) {
        switch step {
        case .black(let time): try recording.writeBlack(at: time)
        case .packet(let picture):
            guard try !recording.write(picture.packet, picture.parameters, by: picture.distance) else { return }
            state.withLock { $0.pictures.change() }
        }
    }
}
