import PlayCore
import TestSupport
import Testing

@testable import AudioOutput

@Suite("A program as the sound device")
struct ReceiverDeviceTests {
    private final class Program: PCMReceiver {
        let received = Monitor<[Float]>([])
        func receive(_ samples: UnsafeBufferPointer<Float>) { received.update { $0 += samples } }
        var milliseconds: Int { received.withLock { $0.count / ReceiverDeviceTests.rate } }
    }

    /// The frames in a millisecond.
    private static let rate = 8
    private let format = AudioFormat(sampleRate: 1000 * rate, channelCount: 1)
    private let clock = ManualClock()
    private let program = Program()
    private let sound = (0..<400 * rate).map(Float.init)

    private func sound(_ milliseconds: Range<Int>) -> [Float] {
        Array(sound[milliseconds.lowerBound * Self.rate..<milliseconds.upperBound * Self.rate])
    }

    private func device() -> ReceiverDevice { ReceiverDevice(program, format: format, clock: clock) }

    @Test("a program receives sound when it is due, at most half a period early")
    func due() throws {
        let device = device()
        try expect(device.write(sound, frames: 400 * Self.rate), is: 180 * Self.rate)
        _ = try device.poll()
        expect(program.milliseconds, is: 0)
        try device.start()
        for elapsed in stride(from: 0, through: 180, by: 20) {
            try expect(
                device.poll(), is: PCMReading(delay: (180 - elapsed) * Self.rate, available: elapsed * Self.rate))
            expect(program.milliseconds, is: min(180, elapsed + 10))
            clock.advance(by: .milliseconds(20))
        }
        expect(program.received.withLock { $0 }, is: sound(0..<180))
    }

    @Test("sound not yet received at a pause is written again, and after a drop it is lost")
    func pause() throws {
        let device = device()
        _ = try device.write(sound, frames: 180 * Self.rate)
        try device.start()
        clock.advance(by: .milliseconds(100))
        _ = try device.poll()
        expect(program.milliseconds, is: 110)
        try expect(device.pause(), is: 70 * Self.rate)
        clock.advance(by: .seconds(1))
        _ = try device.poll()
        expect(program.milliseconds, is: 110)
        _ = try device.write(sound(110..<290), frames: 180 * Self.rate)
        try device.start()
        clock.advance(by: .milliseconds(40))
        _ = try device.poll()
        device.drop()
        try device.start()
        clock.advance(by: .seconds(1))
        _ = try device.poll()
        expect(program.received.withLock { $0 }, is: sound(0..<160))
    }
}
