package import PlayCore

/// Mixes the sound of all speakers: accepts samples by the class's time, and returns blocks by the device's time.
///
/// Each speaker's sound is delayed by 20 to 250 ms, depending on its jitter, so that late packets are still played.
/// Resampling keeps the delay constant, so differing clocks do no harm.
package struct SoundMixer: Sendable {
    package static let sampleRate = 48_000
    package static let format = AudioFormat(sampleRate: sampleRate, channelCount: 2)
    /// More speakers at once would be unintelligible, and a class allows fewer.
    package static let mostSpeakers = 32

    private var speakers: [String: SpeakerSound] = [:]

    package init() {}

    package var isEmpty: Bool { speakers.isEmpty }

    /// `samples` are interleaved stereo. `start` is the time of the first one on the class's axis.
    package mutating func append(_ speaker: String, _ samples: [Float], start: MediaTime, at now: HostTime) {
        guard speakers[speaker] != nil || speakers.count < Self.mostSpeakers else { return }
        speakers[speaker, default: SpeakerSound()].append(samples, start: start, at: now)
    }

    package mutating func remove(_ speaker: String) { speakers[speaker] = nil }

    package mutating func mix(frames: Int, at now: HostTime) -> [Float] {
        var output = [Float](repeating: 0, count: frames * 2)
        // Changed in place, because a copy of a speaker would copy the sound.
        for index in speakers.values.indices { speakers.values[index].add(to: &output, frames: frames, at: now) }
        for index in output.indices { output[index] = Self.clipped(output[index]) }
        return output
    }

    /// Returns the time of a speaker's next sample on the class's axis, or `nil` if the speaker is silent.
    package func position(of speaker: String) -> MediaTime? { speakers[speaker]?.position }

    package func level(of speaker: String) -> Float { speakers[speaker]?.level ?? 0 }
    package var levels: [String: Float] { speakers.mapValues(\.level) }

    /// Corrects the delay. 1 is the original speed.
    package func rate(of speaker: String) -> Double { speakers[speaker]?.rate ?? 1 }

    func counts(of speaker: String) -> SpeakerSound.Counts { speakers[speaker]?.counts ?? SpeakerSound.Counts() }
    func patience(of speaker: String) -> HostTime {
        HostTime(nanoseconds: speakers[speaker]?.transit.lateAllowance ?? 0)
    }
    func waiting(_ speaker: String) -> HostTime { speakers[speaker]?.waiting ?? .zero }

    /// Compresses samples beyond 0.8, so that several loud voices do not crackle. The result stays below 1.
    package static func clipped(_ sample: Float) -> Float {
        let size = abs(sample)
        guard size > knee else { return sample }
        let beyond = (size - knee) / (1 - knee)
        let bent = knee + (1 - knee) * (beyond / (1 + beyond))
        return sample < 0 ? -bent : bent
    }

    private static let knee: Float = 0.8
}
