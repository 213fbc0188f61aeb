import Cells
import PlayCore
import PlaybackModel
import ScreenKit
import Subtitles

extension AppState {
    /// Switches to `index` in `definitionList`; ignores an index outside of it. Position, pause and rate stay.
    mutating func changeDefinition(_ index: Int, at now: HostTime) -> [Effect] {
        snapshot.sourceDefinitions.count > 1 ? changeSource(index, at: now) : changeTrack(index, at: now)
    }

    /// Changes the video track, if the container has the definitions.
    private mutating func changeTrack(_ index: Int, at now: HostTime) -> [Effect] {
        let definitions = snapshot.definitions
        guard definitions.list.indices.contains(index) else { return [] }
        let track = definitions.videoTracks[index]
        guard track != snapshot.videoTrack else { return [] }
        if let refusal = refuse(.selectTrack(.video, id: track), at: now) { return refusal }
        if track == nil { item.definitionBeforeAudio = definitions.index(ofVideoTrack: snapshot.videoTrack) }
        sayDefinition(definitions.list[index], isSoundOnly: track == nil, at: now)
        return ask(.selectTrack(.video, id: track))
    }

    /// Reopens the video at its position, if its sources are definitions of it.
    private mutating func changeSource(_ index: Int, at now: HostTime) -> [Effect] {
        let list = snapshot.sourceDefinitions
        guard list.indices.contains(index), list[index].definitionKey != snapshot.selection?.definition?.definitionKey
        else { return [] }
        if list[index].isAudio { item.definitionBeforeAudio = currentSource }
        sayDefinition(list[index], isSoundOnly: list[index].isAudio, at: now)
        return ask(.selectDefinition(index))
    }

    private var currentSource: Int? {
        snapshot.sourceDefinitions.firstIndex { $0.definitionKey == snapshot.selection?.definition?.definitionKey }
    }

    /// Selects a definition of the stream, or the automatic choice with `nil`. Reading switches at a segment boundary.
    mutating func changeStreamDefinition(_ index: Int?, at now: HostTime) -> [Effect] {
        guard let stream = snapshot.stream, stream.chosenDefinition != index else { return [] }
        if let index, !stream.definitions.indices.contains(index) { return [] }
        sayDefinition(index.map { stream.definitions[$0] }, at: now)
        return ask(.selectDefinition(index))
    }

    /// Shows the new definition. During an advert, the choice is for the film.
    ///
    /// - Parameter definition: `nil` for automatic.
    private mutating func sayDefinition(_ definition: DefinitionInfo?, isSoundOnly: Bool = false, at now: HostTime) {
        let name = definition.map(DefinitionText.name) ?? tr("Automatic")
        if snapshot.advert != nil {
            let text = isSoundOnly ? tr("After the ad: sound only") : tr("Definition after the ad: %1", name)
            message = Message(text, at: now)
        } else {
            message = Message(isSoundOnly ? tr("Sound only") : tr("Definition: %1", name), at: now)
        }
    }

    private mutating func nothingToPlayAlone(at now: HostTime) -> [Effect] {
        message = Message(whenOpen(tr("No sound to play alone")), at: now)
        return []
    }

    /// Toggles between the entry with the key `audio` and the previous definition.
    mutating func toggleAudioOnly(at now: HostTime) -> [Effect] {
        if let effects = toggleAudioSource(at: now) { return effects }
        let list = snapshot.definitions.list
        guard let audio = list.firstIndex(where: \.isAudio) else {
            guard list.isEmpty else { return nothingToPlayAlone(at: now) }
            message = Message(whenOpen(tr("This item has no video")), at: now)
            return []
        }
        guard snapshot.videoTrack == nil else { return changeTrack(audio, at: now) }
        let before = item.definitionBeforeAudio.flatMap { list.indices.contains($0) ? $0 : nil }
        let firstPlayable = snapshot.definitions.videoTracks.firstIndex { id in
            snapshot.tracks.contains { $0.id == id && $0.isDecodable }
        }
        return (before ?? firstPlayable).map { changeTrack($0, at: now) } ?? []
    }

    /// Toggles a source with only sound, so that no picture is fetched. Returns `nil` if there is none.
    private mutating func toggleAudioSource(at now: HostTime) -> [Effect]? {
        let list = snapshot.sourceDefinitions
        guard list.count > 1, (snapshot.stream?.definitions.count ?? 0) < 2,
            let audio = list.firstIndex(where: \.isAudio)
        else { return nil }
        guard currentSource == audio else { return changeSource(audio, at: now) }
        let before = item.definitionBeforeAudio.flatMap { list.indices.contains($0) && $0 != audio ? $0 : nil }
        return (before ?? list.firstIndex { !$0.isAudio }).map { changeSource($0, at: now) } ?? []
    }

    /// Steps (1 or −1) through the definitions with a picture, wrapping around.
    mutating func cycleDefinition(_ step: Int, at now: HostTime) -> [Effect] {
        if let stream = snapshot.stream, stream.definitions.count > 1 {
            let count = stream.definitions.count
            let current = stream.chosenDefinition ?? stream.definition ?? 0
            return changeStreamDefinition((current + step + count) % count, at: now)
        }
        let definitions = snapshot.definitions
        let choices = definitions.list.indices.filter { index in
            snapshot.tracks.contains { $0.id == definitions.videoTracks[index] && $0.isDecodable }
        }
        let current = definitions.index(ofVideoTrack: snapshot.videoTrack).flatMap { choices.firstIndex(of: $0) } ?? 0
        guard choices.count > 1 else { return [] }
        return changeDefinition(choices[(current + step + choices.count) % choices.count], at: now)
    }

    /// Selects a track, or no sound with `nil`.
    mutating func selectAudioTrack(_ id: Int?, at now: HostTime) -> [Effect] {
        guard id != snapshot.audioTrack else { return [] }
        message = Message(id == nil ? tr("Muted") : tr("Audio track changed"), at: now)
        return ask(.selectTrack(.audio, id: id))
    }

    /// Steps through the subtitles if there are any, else through the audio tracks.
    mutating func cycleCaptions(_ step: Int, at now: HostTime) -> [Effect] {
        subtitles.set.tracks.isEmpty ? cycleAudioTrack(step, at: now) : cycleSubtitles(step, at: now)
    }
}
