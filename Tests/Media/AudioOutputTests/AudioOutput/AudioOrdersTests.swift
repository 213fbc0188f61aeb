import PlayCore
import TestSupport
import Testing

@testable import AudioOutput

@Suite("Pause, flush, volume")
struct AudioOrdersTests {
    @Test("repeated pauses neither lose nor repeat a sample")
    func pauseLosesNothing() {
        let rig = Rig(channels: 2)
        var written = 0
        rig.output.play()
        for round in 0..<20 {
            // 50 ms in, 45 ms out on average, so the ring of 300 ms never fills.
            rig.write(milliseconds: 50, at: .milliseconds(written))
            written += 50
            rig.advance(milliseconds: 30 + 10 * (round % 4))
            rig.output.pause()
            rig.advance(milliseconds: 50)
            rig.output.play()
        }
        rig.output.finish(Generation())
        rig.advance(milliseconds: 2000)
        expect(rig.output.clock.state, is: .ended)
        expect(rig.device.heard, is: rig.source(0..<rig.nextSample))
        #expect(rig.readingsNeverGoBack)
    }

    @Test("a pause takes effect at once: the clock stops at the last heard sound")
    func pauseStandsStill() {
        let rig = Rig()
        rig.write(milliseconds: 290, at: .seconds(1))
        rig.output.play()
        rig.advance(milliseconds: 100)
        rig.freeze(milliseconds: 5)
        rig.output.pause()
        expect(rig.output.clock.state, is: .paused)
        expect(rig.output.clock.position, is: .milliseconds(1105))
        rig.advance(milliseconds: 500)
        expect(rig.output.clock.position, is: .milliseconds(1105))
        expect(rig.device.heard.count, is: 48 * 105)
        rig.output.play()
        rig.advance(milliseconds: 20)
        expect(rig.output.clock.position, is: .milliseconds(1125))
        expect(rig.device.heard, is: rig.source(0..<48 * 125))
    }

    @Test("a flush silences the old generation at once, and the new one starts with its own first block")
    func flushDrops() {
        let rig = Rig()
        rig.write(milliseconds: 290, at: .seconds(1))
        rig.output.play()
        rig.advance(milliseconds: 100)
        let next = Generation(1)
        rig.output.flush(to: next)
        expect(rig.output.clock.state, is: .empty)
        expect(rig.output.clock.generation, is: next)
        expect(rig.write(milliseconds: 10, at: .seconds(2)), is: .stale)
        let first = rig.nextSample
        rig.write(milliseconds: 200, at: .seconds(60), generation: next)
        rig.advance(milliseconds: 50)
        expect(rig.output.clock.position, is: .milliseconds(60050))
        expect(rig.device.heard, is: rig.source(0..<4800) + rig.source(first..<first + 2400))
    }

    @Test("a flush during a write to the device keeps the new generation's count")
    func flushDuringWrite() {
        let rig = Rig()
        rig.write(milliseconds: 200, at: .seconds(1))
        rig.output.play()
        rig.device.beforeWrite = { [device = rig.device, output = rig.output] in
            device.beforeWrite = nil
            output.flush(to: Generation(1))
        }
        rig.turn()
        let first = rig.nextSample
        rig.write(milliseconds: 200, at: .seconds(60), generation: Generation(1))
        rig.advance(milliseconds: 50)
        expect(rig.output.clock.position, is: .milliseconds(60050))
        expect(rig.device.heard, is: rig.source(first..<first + 2400))
    }

    @Test("a block of a newer generation flushes the older one")
    func newerBlockFlushes() {
        let rig = Rig()
        rig.write(milliseconds: 100, at: .zero)
        expect(rig.write(milliseconds: 100, at: .seconds(9), generation: Generation(3)), is: .written)
        rig.output.play()
        rig.advance(milliseconds: 20)
        expect(rig.output.clock.generation, is: Generation(3))
        expect(rig.output.clock.position, is: .milliseconds(9020))
    }

    @Test("finishing an old generation does not end the new one")
    func finishIsTagged() {
        let rig = Rig()
        rig.output.flush(to: Generation(1))
        rig.output.finish(Generation())
        rig.output.play()
        rig.turn()
        expect(rig.output.clock.state, is: .empty)
    }

    private func heardOfConstant(_ rig: Rig, change: (AudioOutput) -> Void) -> [Float] {
        let samples = [Float](repeating: 1, count: 48 * 290 * rig.format.channelCount)
        _ = rig.output.write(AudioBlock(samples: samples, start: .zero, rate: .normal, generation: Generation()))
        rig.output.play()
        rig.advance(milliseconds: 50)
        change(rig.output)
        rig.advance(milliseconds: 220)
        return rig.device.heard
    }

    @Test(
        "ARCH-42: mute ramps the sound by at most 1/480 of full scale a sample, down to exact silence"
    )
    func muteRamps() {
        let rig = Rig()
        let heard = heardOfConstant(rig) { $0.setMuted(true) }
        let steps = zip(heard, heard.dropFirst()).map { abs($0 - $1) }
        expect(steps.max().map { $0 <= 1.01 / 480 }, is: true)
        expect(heard.first, is: 1)
        expect(heard.last, is: 0)
    }

    @Test("the volume is a linear factor of at most 1.3, and the result is clipped at full scale")
    func volume() {
        let half = heardOfConstant(Rig()) { $0.setVolume(0.5) }
        expect(half.last, is: 0.5)
        let loud = heardOfConstant(Rig()) { $0.setVolume(1.2) }
        expect(loud.last, is: 1)
        #expect(loud.allSatisfy { $0 <= 1 })
        let rig = Rig()
        rig.output.setVolume(9)
        _ = rig.output.write(
            AudioBlock(
                samples: [Float](repeating: 0.5, count: 4800), start: .zero, rate: .normal, generation: Generation()))
        rig.output.play()
        rig.advance(milliseconds: 20)
        expect(rig.device.heard.last, is: 0.65)
    }

    @Test("NaN and infinities never reach the device")
    func brokenSamples() {
        let rig = Rig()
        let samples = [Float.nan, .infinity, -.infinity, 0.25] + [Float](repeating: 0, count: 4796)
        _ = rig.output.write(AudioBlock(samples: samples, start: .zero, rate: .normal, generation: Generation()))
        rig.output.play()
        rig.advance(milliseconds: 20)
        expect(Array(rig.device.heard.prefix(4)), is: [0, 1, -1, 0.25])
    }

    private func heardOfStereo(_ choice: ChannelOutput, channels: Int = 2) -> [Float] {
        let rig = Rig(channels: channels)
        rig.output.setChannelOutput(choice)
        let frame = channels == 2 ? [Float(0.25), -0.5] : [Float(0.25)]
        let samples: [Float] = (0..<4800).flatMap { _ -> [Float] in frame }
        _ = rig.output.write(AudioBlock(samples: samples, start: .zero, rate: .normal, generation: Generation()))
        rig.output.play()
        rig.advance(milliseconds: 20)
        return Array(rig.device.heard.suffix(2))
    }

    @Test("ADV-49: left and right put that channel on both outputs, and mono stays unchanged")
    func channelOutput() {
        expect(heardOfStereo(.both), is: [0.25, -0.5])
        expect(heardOfStereo(.left), is: [0.25, 0.25])
        expect(heardOfStereo(.right), is: [-0.5, -0.5])
        expect(heardOfStereo(.right, channels: 1), is: [0.25, 0.25])
    }

    @Test("ADV-49: the levels show the selected channel and fall slowly afterwards")
    func levels() {
        let rig = Rig(channels: 2)
        let samples: [Float] = (0..<4800).flatMap { _ -> [Float] in [0.25, -0.5] }
        _ = rig.output.write(AudioBlock(samples: samples, start: .zero, rate: .normal, generation: Generation()))
        expect(rig.output.levels, is: [0, 0])
        rig.output.play()
        rig.advance(milliseconds: 50)
        expect(rig.output.levels, is: [0.25, 0.5])
        rig.advance(milliseconds: 1000)
        #expect(rig.output.levels.allSatisfy { $0 > 0 && $0 < 0.2 })
        let right = Rig(channels: 2)
        right.output.setChannelOutput(.right)
        _ = right.output.write(AudioBlock(samples: samples, start: .zero, rate: .normal, generation: Generation()))
        right.output.play()
        right.advance(milliseconds: 50)
        expect(right.output.levels, is: [0.5, 0.5])
    }
}
