import PlayCore
import TestSupport

@testable import AudioOutput

/// A sink with a fake card, turned by hand: no thread, no real time.
final class Rig {
    let format: AudioFormat
    let clock = ManualClock()
    let output: AudioOutput
    let stream: SharedStream
    let opener = FakeOpener()
    let device: FakePCMDevice
    private let pump: AudioPump
    /// What could not be opened: wanted, kept.
    var refusals: [[String]] { refusalBox.withLock { $0 } }
    private let refusalBox = Monitor<[[String]]>([])
    /// Number of the next sample that ``write(milliseconds:)`` makes.
    private(set) var nextSample = 0
    /// All readings seen by ``advance(milliseconds:)``.
    private(set) var readings: [AudioClockReading] = []

    /// 48 000 frames a second unless told otherwise: 48 a millisecond.
    init(
        sampleRate: Int = 48000, channels: Int = 1, opens: Bool = true, real: (any PCMDevice)? = nil,
        pace: AudioPace = .film
    ) {
        format = AudioFormat(sampleRate: sampleRate, channelCount: channels)
        device = FakePCMDevice(format: format, clock: clock)
        if opens { opener.results = [.success(real ?? device)] }
        let stream = SharedStream(StreamState(format: format, device: .open(name: "fake")))
        self.stream = stream
        output = AudioOutput(stream: stream, format: format, clock: clock)
        let box = refusalBox
        pump = AudioPump(stream: stream, format: format, clock: clock, opener: opener, pace: pace) { wanted, kept, _ in
            box.withLock { $0.append([wanted, kept]) }
        }
    }

    /// A sample with a value of its own, exact in 16 bits.
    static func sample(_ number: Int) -> Float { Float(number % 60000 - 30000) / 32768 }

    /// Writes counted samples, so that loss, repetition and order show. Must fit the ring: the test has one thread.
    @discardableResult
    func write(
        milliseconds: Int, at start: MediaTime, rate: PlaybackRate = .normal, generation: Generation = Generation()
    ) -> AudioWriteResult {
        let count = format.frames(in: .milliseconds(milliseconds)) * format.channelCount
        let samples = (nextSample..<nextSample + count).map(Self.sample)
        nextSample += count
        // With one thread nobody would ever make space.
        precondition(count / format.channelCount <= stream.withLock { $0.space }, "the ring is full")
        return output.write(AudioBlock(samples: samples, start: start, rate: rate, generation: generation))
    }

    /// The samples that ``write(milliseconds:at:rate:generation:)`` made.
    func source(_ range: Range<Int>) -> [Float] { range.map(Self.sample) }

    /// Lets the pump do all that is due now.
    func turn() {
        for _ in 0..<20 {
            guard case .until(let time) = pump.step(), time <= clock.now else { return }
        }
    }

    /// What the pump does now, and when it wants to be called again.
    func step() -> AudioPump.Wait { pump.step() }

    /// Host time passes, the pump works every 10 ms; `each` runs after each.
    func advance(milliseconds: Int, each: () -> Void = {}) {
        turn()
        for _ in 0..<milliseconds / 10 {
            clock.advance(by: .milliseconds(10))
            turn()
            readings.append(output.clock)
            each()
        }
    }

    /// The pump does not get to run while host time passes.
    func freeze(milliseconds: Int) { clock.advance(by: .milliseconds(milliseconds)) }

    /// Whether no reading of a generation was before an earlier one of it.
    var readingsNeverGoBack: Bool {
        zip(readings, readings.dropFirst()).allSatisfy {
            $0.generation != $1.generation || $0.state == .empty || $0.position <= $1.position
        }
    }
}
