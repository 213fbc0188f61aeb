import PlayCore
import TestSupport

@testable import AudioOutput

/// A sink with a fake card that the test drives without threads or real time.
final class Rig {
    let format: AudioFormat
    let clock = ManualClock()
    let output: AudioOutput
    let stream: SharedStream
    let opener = FakeOpener()
    let device: FakePCMDevice
    private let pump: AudioPump
    /// The refused devices: the wanted and the kept name.
    var refusals: [[String]] { refusalBox.withLock { $0 } }
    private let refusalBox = Monitor<[[String]]>([])
    /// The number of the next sample that ``write(milliseconds:)`` makes.
    private(set) var nextSample = 0
    /// All readings seen by ``advance(milliseconds:)``.
    private(set) var readings: [AudioClockReading] = []

    /// Creates a sink, by default with 48,000 frames a second, which is 48 a millisecond.
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

    /// Returns a sample with a value of its own, exact in 16 bits.
    static func sample(_ number: Int) -> Float { Float(number % 60000 - 30000) / 32768 }

    /// Writes counted samples, which reveal loss, repetition and order. They must fit the ring: the test has one
    /// thread.
    @discardableResult
    func write(
        milliseconds: Int, at start: MediaTime, rate: PlaybackRate = .normal, generation: Generation = Generation()
    ) -> AudioWriteResult {
        let count = format.frames(in: .milliseconds(milliseconds)) * format.channelCount
        let samples = (nextSample..<nextSample + count).map(Self.sample)
        nextSample += count
        // With one thread, a wait for space would never end.
        precondition(count / format.channelCount <= stream.withLock { $0.space }, "the ring is full")
        return output.write(AudioBlock(samples: samples, start: start, rate: rate, generation: generation))
    }

    /// Returns the samples that ``write(milliseconds:at:rate:generation:)`` made.
    func source(_ range: Range<Int>) -> [Float] { range.map(Self.sample) }

    /// Lets the pump do everything that is due now.
    func turn() {
        for _ in 0..<20 {
            guard case .until(let time) = pump.step(), time <= clock.now else { return }
        }
    }

    /// Runs one step of the pump. Returns the time of its next call.
    func step() -> AudioPump.Wait { pump.step() }

    /// Advances host time, with the pump every 10 ms and `each` after each of its turns.
    func advance(milliseconds: Int, each: () -> Void = {}) {
        turn()
        for _ in 0..<milliseconds / 10 {
            clock.advance(by: .milliseconds(10))
            turn()
            readings.append(output.clock)
            each()
        }
    }

    /// Advances host time without the pump.
    func freeze(milliseconds: Int) { clock.advance(by: .milliseconds(milliseconds)) }

    /// Whether the readings of each generation never go back.
    var readingsNeverGoBack: Bool {
        zip(readings, readings.dropFirst()).allSatisfy {
            $0.generation != $1.generation || $0.state == .empty || $0.position <= $1.position
        }
    }
}
