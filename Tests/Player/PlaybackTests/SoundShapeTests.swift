import PlayCore
import TestSupport
import Testing

@testable import Playback

@Suite("Sound shaping")
struct SoundShapeTests {
    @Test("ReplayGain is a factor that keeps the peak below full scale")
    func factor() {
        var tags = ReplayGain.Tags()
        tags.trackGain = 6.0206
        tags.trackPeak = 0.8
        var filters = SoundFilters()
        filters.gain.mode = .track
        #expect(abs(SoundShape(filters, tags).factor - 1.25) < 0.001)
        filters.gain.allowsClipping = true
        #expect(abs(SoundShape(filters, tags).factor - 2) < 0.001)
        expect(SoundShape(SoundFilters(), tags).factor, is: 1)
    }

    @Test("samples pass unchanged if there is nothing to do, and a filter that fails is reported and left out")
    func passes() {
        let format = AudioFormat(sampleRate: 48_000, channelCount: 2)
        var failures = 0
        func run(_ shape: SoundShape) -> [Float] {
            var out: [Float] = []
            let shaper = SoundShaper(shape, format: format) { _ in failures += 1 }
            _ = shaper.process([0.5, -0.5], start: .zero) { samples, _ in
                out += samples
                return true
            }
            shaper.finish { samples, _ in
                out += samples
                return true
            }
            return out
        }
        expect(run(SoundShape()), is: [0.5, -0.5])
        var shape = SoundShape()
        shape.factor = 0.5
        expect(run(shape), is: [0.25, -0.25])
        shape.graph = "volume=0.5"
        expect(run(shape), is: [0.125, -0.125])
        expect(failures, is: 0)
        shape.graph = "nonsense"
        expect(run(shape), is: [0.25, -0.25])
        expect(failures, is: 1)
    }
}
