import Media
import MediaSources
import PlayCore
import PlaybackModel
import Synchronization

final class AudioWorkerState: Sendable {
    /// The wanted rate as the bits of a `Double`.
    private let rateBits: Atomic<UInt64>
    /// The newest generation whose sound, or end of sound, the sink has received.
    private let primed = Atomic<UInt64>(0)

    /// The delay in nanoseconds.
    private let delayValue: Atomic<Int64>
    private let shapeValue = Mutex(SoundShape())

    private let silenceRule: Mutex<SilenceRule?>
    private let mutedRanges = Mutex(MediaRangeSet())

    init(rate: PlaybackRate, delay: MediaTime, silence: SilenceRule? = nil) {
        silenceRule = Mutex(silence)
        rateBits = Atomic(rate.value.bitPattern)
        delayValue = Atomic(delay.nanoseconds)
    }

    var delay: MediaTime {
        get { MediaTime(nanoseconds: delayValue.load(ordering: .relaxed)) }
        set { delayValue.store(newValue.nanoseconds, ordering: .relaxed) }
    }

    /// A change applies from the next seek on.
    var shape: SoundShape {
        get { shapeValue.withLock { $0 } }
        set { shapeValue.withLock { $0 = newValue } }
    }

    var silence: SilenceRule? {
        get { silenceRule.withLock { $0 } }
        set { silenceRule.withLock { $0 = newValue } }
    }

    /// A change applies from the next seek on.
    var muted: MediaRangeSet {
        get { mutedRanges.withLock { $0 } }
        set { mutedRanges.withLock { $0 = newValue } }
    }

    var rate: PlaybackRate {
        get { PlaybackRate(Double(bitPattern: rateBits.load(ordering: .relaxed))) }
        set { rateBits.store(newValue.value.bitPattern, ordering: .relaxed) }
    }

    let hasDecoded = Atomic(false)

    func setPrimed(_ generation: Generation) { primed.store(generation.number, ordering: .releasing) }
    func isPrimed(_ generation: Generation) -> Bool { primed.load(ordering: .acquiring) >= generation.number }
}

/// The body of the `audio-dec` thread: decodes packets to gapless PCM, stretched to the rate, into the sink.
struct AudioWorker: Sendable {
    let packets: PacketQueue
    let sink: any AudioSink
    let events: EventBox
    let state: AudioWorkerState
    let doorbell: Doorbell

    func run() {
        var decoder: AudioDecoder?
        var format: StreamFormat?
        var run: AudioRun?
        var shaper = SoundShaper()
        var hasReportedDamage = false
        while let item = packets.next(.audio) {
            switch item {
            case .start(let start):
                if decoder == nil || format?.needsAnotherDecoder(than: start.format) != false {
                    decoder = open(start.format)
                    hasReportedDamage = false
                } else {
                    decoder?.flush()
                }
                format = start.format
                run = AudioRun(worker: self, start: start)
                shaper = makeShaper()
            case .format(let next):
                // The same decoder continues, so that both parts join without a click.
                if decoder != nil, format?.needsAnotherDecoder(than: next) == false { continue }
                if let decoder { decode(nil, decoder, shaper, &run) }
                decoder = open(next)
                format = next
                hasReportedDamage = false
            case .packet(let packet):
                guard let decoder, run != nil else { continue }
                decode(packet, decoder, shaper, &run)
                if decoder.damagedCount > 0, !hasReportedDamage {
                    hasReportedDamage = true
                    events.post(.damaged(.audio))
                }
            case .silence(let range):
                guard decoder != nil else { continue }
                // Sound still in a filter precedes the silence.
                finish(shaper, &run)
                run?.silence(until: range.end + state.delay)
                if shaper.isFiltering { shaper = makeShaper() }
            case .end(let generation):
                if let decoder { decode(nil, decoder, shaper, &run) }
                finish(shaper, &run)
                run?.finish()
                sink.finish(generation)
                prime(generation)
            }
        }
    }

    func prime(_ generation: Generation) {
        guard !state.isPrimed(generation) else { return }
        state.setPrimed(generation)
        doorbell.ring()
    }

    private func open(_ format: StreamFormat) -> AudioDecoder? {
        do {
            let decoder = try AudioDecoder(parameters: format.parameters, format: sink.format)
            events.post(.audioDecoder(name: decoder.name))
            return decoder
        } catch {
            events.post(.trackFailed(.audio, codec: format.parameters.codecName, error))
            return nil
        }
    }

    private func makeShaper() -> SoundShaper {
        SoundShaper(state.shape, format: sink.format) { error in
            Log.shared.write(.warning, "audio", "\(error)")
            // Otherwise each seek would retry the failed filter.
            state.shape.graph = nil
            events.post(.soundFilterFailed(reason: error.reason))
        }
    }

    private func decode(_ packet: Packet?, _ decoder: AudioDecoder, _ shaper: SoundShaper, _ run: inout AudioRun?) {
        do {
            try decoder.decode(packet) { samples, start in
                if !samples.isEmpty { state.hasDecoded.store(true, ordering: .releasing) }
                return shaper.process(samples, start: start) { run?.append($0, start: $1 + state.delay) ?? false }
            }
        } catch {
            Log.shared.write(.warning, "audio", "\(error)")
        }
    }

    private func finish(_ shaper: SoundShaper, _ run: inout AudioRun?) {
        shaper.finish { run?.append($0, start: $1 + state.delay) ?? false }
    }
}
