import Media
import PlayCore
import SoundWire

/// Decodes one player's packets on its own thread, `sound-ear`, and plays them on a local device. The listener's thread
/// calls the other functions, which do not wait.
final class Ear: Sendable {
    private struct State {
        /// The session limits their length to ``SoundWire/maximumQueued``.
        var packets = Fifo<SoundPacket>()
        var generation: UInt32 = 0
        var finished: UInt32?
        var isClosed = false
        var underruns = 0
        var arrivals = PacketArrivals()
    }

    private enum Work {
        case packet(SoundPacket)
        case finish(UInt32)
    }

    private static let format = AudioFormat(sampleRate: SoundWire.sampleRate, channelCount: 2)

    private let output: AudioOutput
    private let state: Monitor<State>
    private let thread = Monitor<WorkerThread?>(nil)

    init(deviceName: String) throws(MediaError) {
        // Created here to report a missing decoder.
        _ = try OpusDecoder(format: Self.format)
        let output = AudioOutput(format: Self.format, deviceName: deviceName, pace: .listener)
        let state = Monitor(State())
        (self.output, self.state) = (output, state)
        let worker = WorkerThread(name: "sound-ear") {
            do throws(MediaError) {
                Self.feed(output, from: state, try OpusDecoder(format: Self.format))
            } catch {
                Log.shared.write(.error, "sound", "\(error)")
            }
        }
        thread.withLock { $0 = worker }
    }

    func hear(_ packet: SoundPacket) {
        let now = SystemClock().now
        state.update {
            $0.packets.append(packet)
            $0.arrivals.note(at: now)
        }
    }

    func flush(to generation: UInt32) {
        state.update { state in
            state.packets = Fifo()
            state.generation = generation
            state.finished = nil
        }
        output.flush(to: Generation(UInt64(generation)))
    }

    func finish(_ generation: UInt32) { state.update { $0.finished = generation } }

    func play() { output.play() }

    func pause() { output.pause() }

    func mix(_ mix: SoundMix) {
        output.setVolume(Float(mix.volume) / 1000)
        output.setMuted(mix.isMuted)
        output.setChannelOutput(mix.output)
    }

    var reading: AudioClockReading { output.clock }

    var device: AudioSinkStatus.Device { output.status.device }

    var underruns: Int { state.withLock { $0.underruns } + output.status.underrunCount }

    /// Microseconds of sound not heard yet.
    var queued: Int64 {
        Int64(state.withLock { $0.packets.count }) * SoundWire.packetMicroseconds
            + output.status.delay.nanoseconds / 1000
    }

    func close() {
        state.update { $0.isClosed = true }
        output.close()
        thread.withLock { $0.take() }?.join()
    }

    // MARK: The thread

    private static func feed(_ output: AudioOutput, from state: Monitor<State>, _ decoder: OpusDecoder) {
        var generation: UInt32 = 0
        var stops = SoundStops()
        var deviceUnderruns = 0
        var last = MediaTime.zero
        while let work = next(state) {
            switch work {
            case .finish(let finished):
                stops.finish(at: last)
                output.finish(Generation(UInt64(finished)))
            case .packet(let packet):
                if packet.generation != generation {
                    generation = packet.generation
                    stops = SoundStops()
                    decoder.reset()
                }
                let reading = output.clock
                if stops.notePacket(reading.state, at: reading.position) {
                    state.withLock { $0.underruns += 1 }
                    logStop("no packets were left", reading.position, state)
                }
                if output.status.underrunCount > deviceUnderruns {
                    logStop("the device ran dry", reading.position, state)
                }
                deviceUnderruns = output.status.underrunCount
                last = MediaTime(nanoseconds: packet.time * 1000)
                hear(packet, output, decoder)
            }
        }
    }

    private static func logStop(_ reason: String, _ position: MediaTime, _ state: Monitor<State>) {
        let (waiting, gap) = state.withLock { ($0.packets.count, $0.arrivals.takeLongestGap()) }
        Log.shared.write(
            .info, "sound",
            "stopped at \(position.nanoseconds / 1_000_000) ms: \(reason); \(waiting) packets wait, longest gap between "
                + "packets \(gap.nanoseconds / 1_000_000) ms")
    }

    private static func next(_ state: Monitor<State>) -> Work? {
        state.next { state in
            if state.isClosed { return .end }
            if let packet = state.packets.popFirst() { return .work(.packet(packet)) }
            guard let finished = state.finished else { return .wait }
            state.finished = nil
            return .work(.finish(finished))
        }
    }

    private static func hear(_ packet: SoundPacket, _ output: AudioOutput, _ decoder: OpusDecoder) {
        let samples: [Float]
        do throws(MediaError) {
            samples = try decoder.decode(packet.data)
        } catch {
            Log.shared.write(.warning, "sound", "\(error)")
            return
        }
        let block = AudioBlock(
            samples: samples, start: MediaTime(nanoseconds: packet.time * 1000), rate: .normal,
            generation: Generation(UInt64(packet.generation)))
        // A stale block, or one after closing, is discarded.
        _ = output.write(block)
    }
}
