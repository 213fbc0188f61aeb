import PlayCore
import PlaybackModel

struct TrackSelector: Sendable {
    let tracks: [TrackInfo]

    /// Selects by number, else by preferred definition, else the container's choice. `skipped` tracks lack a decoder.
    func video(_ options: SessionOptions) -> (track: Int?, skipped: [TrackInfo]) {
        guard options.videoTrack == .automatic, let wished = wishedDefinition(options) else {
            return video(options.videoTrack)
        }
        return (wished, [])
    }

    /// Returns the track of the best preferred definition (inner `nil`: audio only), or `nil` if none is available, or
    /// if the video's sources are its definitions, among which the choice was made.
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

    /// Selects by number, else as ``Swift/Sequence/soundToPlay(wanted:own:taste:)`` does.
    func audio(_ options: SessionOptions) -> (track: Int?, skipped: [TrackInfo]) {
        let chosen = sounds.soundToPlay(
            wanted: options.audioLanguages, own: options.ownLanguages, taste: options.audioTaste)
        if options.audioTrack == .automatic, let chosen { return (chosen.id, []) }
        return select(options.audioTrack) { if case .audio = $0.kind { true } else { false } }
    }

    func audio(inOneOf wanted: [String]) -> Int? {
        guard let chosen = sounds.soundToPlay(wanted: wanted), LanguageCode.rank(chosen.language, among: wanted) != nil
        else { return nil }
        return chosen.id
    }

    private var sounds: [TrackInfo] {
        tracks.filter { track in
            if case .audio = track.kind { track.isDecodable } else { false }
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
