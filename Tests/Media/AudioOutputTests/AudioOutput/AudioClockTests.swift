import PlayCore
import TestSupport
import Testing

@testable import AudioOutput

@Suite("The sink's clock")
struct AudioClockTests {
    @Test("a new sink is silent and has no position until the first sound is heard")
    func startsEmpty() {
        let rig = Rig()
        rig.write(milliseconds: 200, at: .seconds(5))
        rig.advance(milliseconds: 50)
        expect(rig.output.clock.state, is: .empty)
        expect(rig.device.startCount, is: 0)
        rig.output.play()
        rig.turn()
        expect(rig.output.clock.state, is: .empty)
        rig.advance(milliseconds: 10)
        expect(rig.output.clock.state, is: .running)
    }

    @Test("the position counts exactly the frames heard, even between two polls of the device")
    func countsFrames() {
        let rig = Rig()
        rig.write(milliseconds: 250, at: .seconds(5))
        rig.output.play()
        rig.advance(milliseconds: 100)
        expect(rig.output.clock.position, is: .milliseconds(5100))
        expect(rig.output.clock.hostTime, is: rig.clock.now)
        rig.freeze(milliseconds: 7)
        expect(rig.output.clock.position, is: .milliseconds(5107))
    }

    @Test("the position is exact at a rate with fractional frames in a millisecond")
    func countsFractions() {
        let rig = Rig(sampleRate: 44100)
        rig.write(milliseconds: 290, at: .zero)
        rig.output.play()
        rig.advance(milliseconds: 130)
        // 44.1 frames a millisecond; a device counts whole ones.
        let error = rig.output.clock.position - .milliseconds(130)
        #expect(abs(error.nanoseconds) <= 23_000)
    }

    @Test("the device's delay is subtracted: the clock shows the heard sound, not the written")
    func honoursDelay() {
        let rig = Rig()
        rig.device.latency = 48 * 40
        rig.write(milliseconds: 290, at: .zero)
        rig.output.play()
        rig.advance(milliseconds: 40)
        expect(rig.output.clock.state, is: .empty)
        rig.advance(milliseconds: 100)
        expect(rig.output.clock.position, is: .milliseconds(100))
    }

    @Test("PLAY-11: the position applies each rate to the sound that was made with it")
    func integratesRates() {
        let rig = Rig()
        rig.write(milliseconds: 100, at: .zero)
        rig.write(milliseconds: 100, at: .milliseconds(100), rate: PlaybackRate(2))
        rig.write(milliseconds: 90, at: .milliseconds(300), rate: PlaybackRate(0.5))
        rig.output.play()
        rig.advance(milliseconds: 50)
        expect(rig.output.clock.position, is: .milliseconds(50))
        expect(rig.output.clock.rate, is: .normal)
        rig.advance(milliseconds: 100)
        expect(rig.output.clock.position, is: .milliseconds(200))
        expect(rig.output.clock.rate, is: PlaybackRate(2))
        rig.advance(milliseconds: 90)
        expect(rig.output.clock.position, is: .milliseconds(320))
        expect(rig.output.clock.rate, is: PlaybackRate(0.5))
    }

    @Test("when the blocks run out, the clock stops at the end of the written sound and continues with the next block")
    func starvesAndRecovers() {
        let rig = Rig()
        rig.write(milliseconds: 100, at: .zero)
        rig.output.play()
        rig.advance(milliseconds: 90)
        rig.freeze(milliseconds: 60)
        expect(rig.output.clock.state, is: .starved)
        expect(rig.output.clock.position, is: .milliseconds(100))
        rig.advance(milliseconds: 100)
        expect(rig.output.clock.position, is: .milliseconds(100))
        expect(rig.output.status.underrunCount, is: 0)
        rig.write(milliseconds: 200, at: .milliseconds(100))
        rig.turn()
        expect(rig.output.clock.position, is: .milliseconds(100))
        rig.advance(milliseconds: 50)
        expect(rig.output.clock.state, is: .running)
        expect(rig.output.clock.position, is: .milliseconds(150))
        #expect(rig.readingsNeverGoBack)
    }

    @Test("the end is reported when the last frame was heard, not when it was written")
    func ends() {
        let rig = Rig()
        rig.write(milliseconds: 100, at: .zero)
        rig.output.finish(Generation())
        rig.output.play()
        rig.advance(milliseconds: 90)
        expect(rig.output.clock.state, is: .running)
        rig.advance(milliseconds: 20)
        expect(rig.output.clock.state, is: .ended)
        expect(rig.output.clock.position, is: .milliseconds(100))
        expect(rig.device.heard, is: rig.source(0..<4800))
    }

    @Test("sound shorter than the prefill is heard once it is known to be complete")
    func endsShort() {
        let rig = Rig()
        rig.write(milliseconds: 20, at: .zero)
        rig.output.play()
        rig.advance(milliseconds: 50)
        // Nor does the device get it: a server's stream that waits half full may lose its sound.
        expect(rig.device.startCount, is: 0)
        expect(rig.device.waitingFrames, is: 0)
        rig.output.finish(Generation())
        rig.advance(milliseconds: 30)
        expect(rig.output.clock.state, is: .ended)
        expect(rig.device.heard, is: rig.source(0..<960))
    }

    @Test("a generation without a block ends at once")
    func endsEmpty() {
        let rig = Rig()
        rig.output.play()
        rig.output.finish(Generation())
        rig.turn()
        expect(rig.output.clock.state, is: .ended)
    }

    @Test("a server that still reports its latency after the last frame does not delay the end")
    func endsDespiteLatency() {
        let rig = Rig()
        rig.device.latency = 48 * 50
        rig.write(milliseconds: 200, at: .zero)
        rig.output.finish(Generation())
        rig.output.play()
        rig.advance(milliseconds: 190)
        rig.device.isStalled = true
        rig.advance(milliseconds: 400)
        expect(rig.output.clock.state, is: .ended)
        expect(rig.output.clock.position, is: .milliseconds(200))
    }

    @Test("the clock stops while a server stalls and follows afterwards")
    func followsStall() {
        let rig = Rig()
        rig.write(milliseconds: 290, at: .zero)
        rig.output.play()
        rig.advance(milliseconds: 50)
        rig.device.isStalled = true
        rig.advance(milliseconds: 300)
        #expect(rig.output.clock.position < .milliseconds(75))
        rig.device.isStalled = false
        rig.advance(milliseconds: 100)
        let error = rig.output.clock.position - .milliseconds(150)
        #expect(abs(error.nanoseconds) < 20_000_000)
        #expect(rig.readingsNeverGoBack)
    }

    @Test("a start time rounded by the container causes no new segment and no jump")
    func toleratesRounding() {
        var map = MediaMap(sampleRate: 48000)
        map.append(first: 0, start: .zero, rate: .normal)
        map.append(first: 1024, start: MediaTime(nanoseconds: 21_333_000), rate: .normal)
        expect(map.position(of: 1024), is: MediaTime(nanoseconds: 21_333_333))
        map.append(first: 2048, start: .milliseconds(500), rate: .normal)
        expect(map.position(of: 2048), is: .milliseconds(500))
        expect(map.position(of: 2047.5).map { $0 < .milliseconds(43) }, is: true)
    }
}
