package struct SoundFilters: Sendable, Equatable {
    /// `--af`: graphs of libavfilter, in the order in which they process the sound.
    package var graphs: [String] = []
    /// `--loudnorm`: EBU R 128 loudness normalisation.
    package var isNormalised = false
    package var gain = ReplayGain()

    package static let none = SoundFilters()

    package init() {}

    package var graph: String? {
        let all = graphs + (isNormalised ? [Self.normaliser] : [])
        return all.isEmpty ? nil : all.joined(separator: ",")
    }

    /// −16 LUFS is the target of streaming services for speech and films on small loudspeakers.
    private static let normaliser = "loudnorm=I=-16:TP=-1.5:LRA=11"

    /// Reads the value of `--af`: a graph, with or without mpv's brackets, or none.
    package static func graphs(_ text: String) -> [String] {
        let graph = bare(text)
        return graph.isEmpty ? [] : [graph]
    }

    package static func bare(_ text: String) -> String {
        for start in ["lavfi=[", "lavfi=graph=["] where text.hasPrefix(start) && text.hasSuffix("]") {
            return String(text.dropFirst(start.count).dropLast())
        }
        return text
    }
}

package struct ReplayGain: Sendable, Equatable {
    package enum Mode: String, Sendable, CaseIterable { case no, track, album }

    /// The ReplayGain tags of a file: gains in decibels, peaks as shares of full scale.
    package struct Tags: Sendable, Equatable {
        package var trackGain: Double?
        package var trackPeak: Double?
        package var albumGain: Double?
        package var albumPeak: Double?

        package init() {}
    }

    package var mode = Mode.no
    /// Decibels added to the recommended gain.
    package var preamplification = 0.0
    /// Whether the gain may push the peak over full scale; otherwise it is reduced.
    package var allowsClipping = false
    /// Decibels for files without tags.
    package var fallback = 0.0

    package static let decibels = -150.0...150.0

    package init() {}

    /// Returns the gain in decibels, and the peak that must not exceed full scale.
    package func level(_ tags: Tags?) -> (decibels: Double, peak: Double?) {
        guard mode != .no, let tags, let track = tags.trackGain ?? tags.albumGain else { return (fallback, nil) }
        let isAlbum = mode == .album && tags.albumGain != nil
        let gain = (isAlbum ? tags.albumGain : nil) ?? track
        let peak = (isAlbum ? tags.albumPeak : tags.trackPeak) ?? tags.trackPeak ?? tags.albumPeak
        return (gain + preamplification, allowsClipping ? nil : peak ?? 1)
    }
}
