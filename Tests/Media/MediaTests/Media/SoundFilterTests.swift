import Media
import PlayCore
import TestSupport
import Testing

@Suite("Sound filters")
struct SoundFilterTests {
    private static let format = AudioFormat(sampleRate: 48_000, channelCount: 2)

    /// Filters two seconds of a constant, in blocks of 1024 frames from 10 s on.
    private func run(_ graph: String) throws -> (samples: [Float], start: MediaTime?, end: MediaTime) {
        let filter = try SoundFilter(graph, format: Self.format)
        var samples: [Float] = []
        var (start, end): (MediaTime?, MediaTime) = (nil, .zero)
        func note(_ block: [Float], _ time: MediaTime) -> Bool {
            start = start ?? time
            if !samples.isEmpty { #expect(abs((time - end).inSeconds) < 0.0001) }
            samples += block
            end = time + PlaybackRate.normal.media(in: Self.format.duration(frames: block.count / 2))
            return true
        }
        for block in 0..<94 {
            let time = MediaTime.seconds(10) + MediaTime(nanoseconds: Int64(block) * 1024 * 1_000_000_000 / 48_000)
            _ = try filter.process([Float](repeating: 0.5, count: 2048), start: time, note)
        }
        try filter.finish(note)
        return (samples, start, end)
    }

    @Test("--af: a libavfilter graph is applied, and its samples keep their times")
    func graph() throws {
        let half = try run("volume=0.5")
        expect(half.samples.count, is: 94 * 2048)
        #expect(half.samples.allSatisfy { abs($0 - 0.25) < 0.0001 })
        expect(half.start.map { abs(($0 - .seconds(10)).inSeconds) < 0.001 }, is: true)
        let chain = try run("volume=0.5,volume=0.5")
        #expect(chain.samples.allSatisfy { abs($0 - 0.125) < 0.0001 })
    }

    @Test("sound delayed by a filter arrives at the end and at the right time")
    func delayed() throws {
        let normal = try run("loudnorm=I=-16:TP=-1.5:LRA=11")
        #expect(abs(normal.samples.count - 94 * 2048) < 4096)
        expect(normal.start.map { abs(($0 - .seconds(10)).inSeconds) < 0.15 }, is: true)
    }

    @Test(
        "an invalid graph is refused", arguments: ["nonsense=1", "[", "volume=x"])
    func refused(_ graph: String) {
        #expect(throws: MediaError.self) { try SoundFilter(graph, format: Self.format) }
    }
}

@Suite("ReplayGain")
struct ReplayGainTests {
    private func tags(_ track: Double?, _ peak: Double? = nil, album: Double? = nil) -> ReplayGain.Tags {
        var tags = ReplayGain.Tags()
        (tags.trackGain, tags.trackPeak, tags.albumGain) = (track, peak, album)
        return tags
    }

    @Test("the track's or the album's gain is used, the other if one is missing, and the fallback without tags")
    func level() {
        var gain = ReplayGain()
        gain.fallback = -2
        expect(gain.level(tags(-6)).decibels, is: -2, "off")
        gain.mode = .track
        gain.preamplification = 1
        expect(gain.level(tags(-6, album: -9)).decibels, is: -5)
        #expect(gain.level(nil) == (-2, nil))
        expect(gain.level(tags(nil, album: -9)).decibels, is: -8)
        gain.mode = .album
        expect(gain.level(tags(-6, album: -9)).decibels, is: -8)
        expect(gain.level(tags(-6)).decibels, is: -5)
    }

    @Test("the peak stays below full scale unless clipping is allowed")
    func peak() {
        var gain = ReplayGain()
        gain.mode = .track
        expect(gain.level(tags(6, 0.9)).peak, is: 0.9)
        expect(gain.level(tags(6)).peak, is: 1)
        gain.allowsClipping = true
        expect(gain.level(tags(6, 0.9)).peak, is: nil)
    }
}
