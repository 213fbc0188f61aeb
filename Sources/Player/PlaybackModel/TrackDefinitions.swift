package import PlayCore

/// The definitions of an item whose container has them all: its video tracks, and sound only.
package struct TrackDefinitions: Sendable, Equatable {
    /// `definitionList`, with unique keys; empty for an item without video.
    package let list: [DefinitionInfo]
    /// The container's index of the video track for each entry of ``list``, or `nil` if the picture is off.
    package let videoTracks: [Int?]

    package init(_ tracks: [TrackInfo]) {
        var list: [DefinitionInfo] = []
        var videoTracks: [Int?] = []
        for track in tracks {
            guard case .video(let width, let height, _) = track.kind else { continue }
            let key = Self.key(width: width, height: height, number: list.count + 1, taken: list.map(\.definitionKey))
            list.append(
                DefinitionInfo(key: key, name: track.title ?? key.rawValue, width: width, height: height))
            videoTracks.append(track.id)
        }
        let hasSound = tracks.contains { if case .audio = $0.kind { true } else { false } }
        if !list.isEmpty, hasSound {
            list.append(DefinitionInfo(key: .audio, name: DefinitionInfo.Key.audio.rawValue))
            videoTracks.append(nil)
        }
        self.list = list
        self.videoTracks = videoTracks
    }

    package func index(ofVideoTrack videoTrack: Int?) -> Int? { videoTracks.firstIndex { $0 == videoTrack } }

    /// Returns a key from the shorter side, as usual. A second track of the same size gets a number.
    private static func key(width: Int, height: Int, number: Int, taken: [DefinitionInfo.Key]) -> DefinitionInfo.Key {
        let short = min(width, height)
        let plain = short > 0 ? "\(short)p" : "video"
        let key = DefinitionInfo.Key(rawValue: plain)
        return taken.contains(key) ? DefinitionInfo.Key(rawValue: "\(plain)-\(number)") : key
    }
}

extension PlaybackSnapshot {
    package var definitions: TrackDefinitions { TrackDefinitions(tracks) }

    /// `currDefinitionInfo`: the stream's or the source's unless its picture is off, else the container's.
    package var currentDefinition: DefinitionInfo? {
        let definitions = definitions
        let own = definitions.index(ofVideoTrack: videoTrack).map { definitions.list[$0] }
        if own?.isAudio == true { return own }
        let ofStream = stream.flatMap { stream in
            stream.definition.flatMap { stream.definitions.indices.contains($0) ? stream.definitions[$0] : nil }
        }
        return ofStream ?? selection?.definition ?? own
    }
}
