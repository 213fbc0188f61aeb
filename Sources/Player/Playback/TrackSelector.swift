import PlayCore
import PlaybackModel

/// Which tracks play. Pure.
struct TrackSelector: Sendable {
    let tracks: [TrackInfo]

    /// By the number asked for, else by the definitions wished for, else the container's choice.
    ///
    /// Tracks that were wanted but have no decoder come back in `skipped`.
    func video(_ options: SessionOptions) -> (track: Int?, skipped: [TrackInfo]) {
        guard options.videoTrack == .automatic, let wished = wishedDefinition(options) else {
            return video(options.videoTrack)
        }
        return (wished, [])
    }

    /// Nil where no wish can be met; within, nil for sound only. Where the video's sources are its definitions the choice
    /// was made among them.
    private func wishedDefinition(_ options: SessionOptions) -> Int?? {
        guard !options.preferredDefinitions.isEmpty, options.selection?.definition == nil else { return nil }
        let definitions = TrackDefinitions(tracks)
        let hasSound = audio(options).track != nil
        let playable = definitions.list.indices.filter { index in
            guard let id = definitions.videoTracks[index] else { return hasSound }
            return tracks.contains { $0.id == id && $0.isDecodable }
        }
        let choice = DefinitionChoice(preferred: options.preferredDefinitions)
        return choice.preferredIndex(in: playable.map { definitions.list[$0] })
            .map { definitions.videoTracks[playable[$0]] }
    }

    func video(_ choice: SessionOptions.TrackChoice) -> (track: Int?, skipped: [TrackInfo]) {
        select(choice) {
            if case .video = $0.kind { return true }
            return false
        }
    }

    /// By the number asked for, else in the language wished for, else the container's choice; where that makes none, or
    /// several, in the viewer's own language.
    func audio(_ options: SessionOptions) -> (track: Int?, skipped: [TrackInfo]) {
        if options.audioTrack == .automatic, let spoken = audio(inOneOf: options.audioLanguages, options.ownLanguages) {
            return (spoken, [])
        }
        return audio(options.audioTrack)
    }

    /// Nil: no language decides.
    func audio(inOneOf wanted: [String], _ own: [String]) -> Int? {
        let sounds = tracks.filter { track in
            if case .audio = track.kind { track.isDecodable } else { false }
        }
        let hasChoice = sounds.count { $0.isDefault } == 1
        let languages = wanted + (hasChoice ? [] : own)
        let ranked = sounds.enumerated().compactMap { place, track in
            LanguageCode.rank(track.language, among: languages).map { (track.id, ($0, track.isDefault ? 0 : 1, place)) }
        }
        return ranked.min { $0.1 < $1.1 }?.0
    }

    private func audio(_ choice: SessionOptions.TrackChoice) -> (track: Int?, skipped: [TrackInfo]) {
        select(choice) {
            if case .audio = $0.kind { return true }
            return false
        }
    }

    private func select(
        _ choice: SessionOptions.TrackChoice, _ isOfKind: (TrackInfo) -> Bool
    ) -> (track: Int?, skipped: [TrackInfo]) {
        let all = tracks.filter(isOfKind)
        let decodable = all.filter(\.isDecodable)
        switch choice {
        case .none: return (nil, [])
        case .number(let number):
            guard all.indices.contains(number - 1) else { return (nil, []) }
            let wanted = all[number - 1]
            return wanted.isDecodable ? (wanted.id, []) : (nil, [wanted])
        case .automatic:
            let chosen = decodable.first(where: \.isDefault) ?? decodable.first
            return (chosen?.id, chosen == nil ? all : [])
        }
    }
}
