package import PlayCore

/// The sound of all who speak in one: sound by the class's time goes in, blocks by the device's time come out. A value.
///
/// Each speaker's sound waits until the late ones would be there too (20 to 250 ms, as its own jitter asks), and is held
/// there by resampling, so that clocks which differ do no harm.
package struct SoundMixer: Sendable {
    package static let sampleRate = 48_000
    package static let format = AudioFormat(sampleRate: sampleRate, channelCount: 2)
    /// More who speak at once cannot be told apart; a class allows fewer.
    package static let mostSpeakers = 32

    private var speakers: [String: SpeakerSound] = [:]

    package init() {}

    package var isEmpty: Bool { speakers.isEmpty }

    /// - Parameters:
    ///   - samples: interleaved stereo.
    ///   - start: on the class's axis.
    package mutating func append(_ speaker: String, _ samples: [Float], start: MediaTime, at now: HostTime) {
        guard speakers[speaker] != nil || speakers.count < Self.mostSpeakers else { return }
        speakers[speaker, default: SpeakerSound()].append(samples, start: start, at: now)
    }

    package mutating func remove(_ speaker: String) { speakers[speaker] = nil }

    /// The next block, interleaved.
    package mutating func mix(frames: Int, at now: HostTime) -> [Float] {
        var output = [Float](repeating: 0, count: frames * 2)
        // In place: a copy of a speaker would copy the sound.
        for index in speakers.values.indices { speakers.values[index].add(to: &output, frames: frames, at: now) }
        for index in output.indices { output[index] = Self.clipped(output[index]) }
        return output
    }

    /// What of a speaker comes next, on the class's axis; nil: nothing of it is heard.
    package func position(of speaker: String) -> MediaTime? { speakers[speaker]?.position }

    /// 0 … 1.
    package func level(of speaker: String) -> Float { speakers[speaker]?.level ?? 0 }
    package var levels: [String: Float] { speakers.mapValues(\.level) }

    /// How fast a speaker's sound goes, to stay where it should be; 1: as it was sent.
    package func rate(of speaker: String) -> Double { speakers[speaker]?.rate ?? 1 }

    func counts(of speaker: String) -> SpeakerSound.Counts { speakers[speaker]?.counts ?? SpeakerSound.Counts() }
    func patience(of speaker: String) -> HostTime {
        HostTime(nanoseconds: speakers[speaker]?.transit.patience ?? 0)
    }
    func waiting(_ speaker: String) -> HostTime { speakers[speaker]?.waiting ?? .zero }

    /// Beyond 0.8 sound is bent, so that several loud voices do not crackle: it never reaches 1.
    package static func clipped(_ sample: Float) -> Float {
        let size = abs(sample)
        guard size > knee else { return sample }
        let beyond = (size - knee) / (1 - knee)
        let bent = knee + (1 - knee) * (beyond / (1 + beyond))
        return sample < 0 ? -bent : bent
    }

    private static let knee: Float = 0.8
}
