import Glibc
import PlayCore
import TestSupport
import Testing

@testable import ClassStreams

/// A speaker with a clock and a connection of its own. Passes its packets to a mixer in steps of time.
private struct Talk {
    var name: String
    var frequency: Double
    /// Relative to the local clock.
    var drift = 0.0
    /// By the packet's number; `nil` if it is lost.
    var transit: (Int) -> HostTime? = { _ in .milliseconds(30) }
    var amplitude: Float = 0.3
    private(set) var sent = 0

    /// In frames: 1024, as in AAC.
    static let packet = 1024

    /// Passes on all packets that arrive by `now`.
    mutating func packets(until now: HostTime, _ body: ([Float], MediaTime, HostTime) -> Void) {
        while true {
            let frames = Double((sent + 1) * Self.packet)
            let captured = frames / 48_000 / (1 + drift)
            guard let transit = transit(sent) else {
                guard HostTime(nanoseconds: Int64(captured * 1e9)) <= now else { return }
                sent += 1
                continue
            }
            let arrival = HostTime(nanoseconds: Int64(captured * 1e9)) + transit
            guard arrival <= now else { return }
            let first = sent * Self.packet
            var samples: [Float] = []
            for frame in first..<first + Self.packet {
                let value = amplitude * Float(sin(2 * Double.pi * frequency * Double(frame) / 48_000))
                samples += [value, value]
            }
            // The class's clock counts whole milliseconds.
            let start = Int64((Double(first) / 48_000 / (1 + drift) * 1000).rounded())
            body(samples, MediaTime(nanoseconds: start * 1_000_000), arrival)
            sent += 1
        }
    }
}

/// Returns the amplitude of the sine of a frequency in mono samples.
func goertzel(_ samples: some Collection<Float>, _ frequency: Double) -> Double {
    let step = 2 * cos(2 * Double.pi * frequency / 48_000)
    var (before, last) = (0.0, 0.0)
    for sample in samples { (before, last) = (last, Double(sample) + step * last - before) }
    let power = last * last + before * before - step * last * before
    return 2 * power.squareRoot() / Double(samples.count)
}

@Suite struct SoundMixerTests {
    private func play(
        _ talks: inout [Talk], seconds: Double, into mixer: inout SoundMixer, from begin: Double = 0,
        each: (SoundMixer, HostTime) -> Void = { _, _ in }
    ) -> [Float] {
        var heard: [Float] = []
        let blocks = Int(seconds * 50)
        for block in 0..<blocks {
            let now = HostTime(nanoseconds: Int64((begin + Double(block) / 50) * 1e9))
            for index in talks.indices {
                let name = talks[index].name
                talks[index].packets(until: now) { mixer.append(name, $0, start: $1, at: $2) }
            }
            let samples = mixer.mix(frames: 960, at: now)
            heard += stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
            each(mixer, now)
        }
        return heard
    }

    @Test("LIVE-19: the mixed sound contains three speakers, each at its own volume")
    func threeSpeakers() {
        var talks = [
            Talk(name: "a", frequency: 440), Talk(name: "b", frequency: 1000, amplitude: 0.2),
            Talk(name: "c", frequency: 2500, amplitude: 0.1),
        ]
        var mixer = SoundMixer()
        let heard = play(&talks, seconds: 3, into: &mixer).suffix(48_000)
        #expect(abs(goertzel(heard, 440) - 0.3) < 0.01)
        #expect(abs(goertzel(heard, 1000) - 0.2) < 0.01)
        #expect(abs(goertzel(heard, 2500) - 0.1) < 0.01)
        #expect(goertzel(heard, 700) < 0.005)
        expect(mixer.counts(of: "a"), is: SpeakerSound.Counts())
        #expect(abs(mixer.level(of: "a") - 0.3) < 0.02)
    }

    @Test func steadySoundIsDelayedBrieflyAndPlayedWithoutJumps() {
        var talks = [Talk(name: "a", frequency: 500)]
        var mixer = SoundMixer()
        let heard = play(&talks, seconds: 5, into: &mixer)
        #expect(mixer.patience(of: "a") <= .milliseconds(35))
        // A discontinuity would exceed every step of this sine.
        let steps = zip(heard, heard.dropFirst()).map { abs($0 - $1) }
        #expect(steps.max() ?? 1 < 0.3 * Float(2 * Double.pi * 500 / 48_000) * 1.15)
    }

    @Test func jitterRaisesTheWaitToAtMost120Milliseconds() {
        var random = SeededGenerator(seed: 7)
        let jitter = (0..<4000).map { _ in Int.random(in: 0...80, using: &random) }
        var talks = [Talk(name: "a", frequency: 500, transit: { .milliseconds(30 + jitter[$0 % jitter.count]) })]
        var mixer = SoundMixer()
        _ = play(&talks, seconds: 5, into: &mixer)
        let before = mixer.counts(of: "a")
        _ = play(&talks, seconds: 20, into: &mixer, from: 5)
        let patience = mixer.patience(of: "a")
        #expect(patience >= .milliseconds(80) && patience <= .milliseconds(120))
        #expect(mixer.counts(of: "a").underruns - before.underruns <= 2)
        expect(mixer.counts(of: "a").drops, is: 0)
    }

    @Test(arguments: [-0.003, 0.003]) func aDriftingClockAdjustsThePlaybackRate(drift: Double) {
        var talks = [Talk(name: "a", frequency: 500, drift: drift)]
        var mixer = SoundMixer()
        var waiting: [HostTime] = []
        var rates: [Double] = []
        _ = play(&talks, seconds: 60, into: &mixer) { mixer, now in
            guard now > .seconds(20) else { return }
            waiting.append(mixer.waiting("a"))
            rates.append(mixer.rate(of: "a"))
        }
        // Without an adjusted rate, 60 s at 0.3 % would add up to 180 ms.
        expect(mixer.counts(of: "a"), is: SpeakerSound.Counts())
        #expect(waiting.max() ?? .seconds(1) < .milliseconds(110))
        #expect(rates.allSatisfy { SpeakerSound.rates.contains($0) })
    }

    @Test func lostPacketsAreSilentAndTheRestIsPlayed() {
        var talks = [Talk(name: "a", frequency: 500, transit: { $0 % 20 == 7 ? nil : .milliseconds(30) })]
        var mixer = SoundMixer()
        let heard = play(&talks, seconds: 10, into: &mixer).suffix(9 * 48_000)
        // A twentieth of the sound is missing, and the rest is present.
        let energy = heard.reduce(0.0) { $0 + Double($1 * $1) } / Double(heard.count)
        #expect(abs(energy / 0.045 - 0.95) < 0.02)
        expect(mixer.counts(of: "a").drops, is: 0)
    }

    @Test func soundResumesAtTheLiveEdgeAfterAStall() {
        // The packets from 3 s on arrive together at 4.5 s.
        var talks = [
            Talk(
                name: "a", frequency: 500,
                transit: { number in
                    let captured = Double((number + 1) * 1024) / 48_000
                    return captured > 3 && captured < 4.5
                        ? HostTime(nanoseconds: Int64((4.5 - captured) * 1e9) + 30_000_000) : .milliseconds(30)
                })
        ]
        var mixer = SoundMixer()
        _ = play(&talks, seconds: 4.5, into: &mixer)
        #expect(mixer.counts(of: "a").underruns >= 1)
        _ = play(&talks, seconds: 1, into: &mixer, from: 4.5)
        expect(mixer.counts(of: "a").drops, is: 1)
        #expect(mixer.waiting("a") < .milliseconds(320))
        // The stall is forgotten, and the wait is short again.
        _ = play(&talks, seconds: 12, into: &mixer, from: 5.5)
        #expect(mixer.waiting("a") < .milliseconds(120))
        expect(mixer.counts(of: "a").drops, is: 1)
    }

    @Test func aRestartedSpeakerIsHeardAtTheNewTime() {
        var mixer = SoundMixer()
        let block = [Float](repeating: 0.25, count: 9600)
        for index in 0..<10 {
            mixer.append(
                "a", block, start: .milliseconds(index * 100), at: .milliseconds(index * 100 + 100))
        }
        _ = mixer.mix(frames: 960, at: .milliseconds(200))
        // The sound starts softly.
        #expect(mixer.mix(frames: 960, at: .milliseconds(220)).allSatisfy { $0 == 0.25 })
        mixer.append("a", block, start: .seconds(500), at: .seconds(2))
        _ = mixer.mix(frames: 960, at: .seconds(2) + .milliseconds(100))
        _ = mixer.mix(frames: 960, at: .seconds(2) + .milliseconds(120))
        expect(mixer.position(of: "a").map { abs(($0 - .seconds(500)).nanoseconds) < 50_000_000 }, is: true)
    }

    @Test func loudSamplesAreCompressedBelowFullScale() {
        for sample: Float in [0, 0.5, -0.79, 0.9, 3, -40] {
            let clipped = SoundMixer.clipped(sample)
            #expect(abs(clipped) < 1 && (clipped < 0) == (sample < 0))
        }
        expect(SoundMixer.clipped(0.5), is: 0.5)
        #expect(SoundMixer.clipped(1.5) > SoundMixer.clipped(1.2))
    }

    @Test func theMixerHoldsAtMostTwoSecondsAndThirtyTwoSpeakers() {
        var mixer = SoundMixer()
        let second = [Float](repeating: 0.1, count: 96_000)
        for index in 0..<30 { mixer.append("a", second, start: .seconds(index), at: .seconds(index + 1)) }
        #expect(mixer.waiting("a") <= .seconds(2))
        for index in 0..<100 { mixer.append("\(index)", [0, 0], start: .zero, at: .zero) }
        expect(mixer.levels.count, is: SoundMixer.mostSpeakers)
    }
}
