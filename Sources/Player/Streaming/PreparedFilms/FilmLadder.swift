package import Media
package import MediaSources
package import PlayCore
package import PlaybackModel

package struct DefinitionWishes: Sendable {
    /// Strongest first; empty for automatic choice.
    package var preferred: [DefinitionInfo.Key]
    package var fetchesFullSize: Bool
    /// Returns the picture's size on the screen, before playback reports it. Any thread.
    package var shownGrid: (@Sendable () -> PixelGrid?)?

    package init(
        preferred: [DefinitionInfo.Key] = [], fetchesFullSize: Bool = false,
        shownGrid: (@Sendable () -> PixelGrid?)? = nil
    ) {
        (self.preferred, self.fetchesFullSize, self.shownGrid) = (preferred, fetchesFullSize, shownGrid)
    }
}

/// The definitions of a prepared film: its renditions, then the film's own pictures.
package struct FilmLadder: Sendable, Equatable {
    package let definitions: [DefinitionInfo]
    package let renditions: [PreparedRendition]
    package let track: TrackInfo
    private let ladder: RenditionLadder

    /// Returns `nil` without such a track, or if a rendition as large as the film has the same key.
    package init?(_ record: PreparedRecord, _ original: any PacketSource) {
        guard let track = original.tracks.first(where: { $0.id == record.track }) else { return nil }
        self.init(
            record.renditions, track, rotation: original.rotation(of: track.id),
            bitRate: original.duration.map { Double(record.stamp.size) * 8 / max(1, $0.inSeconds) })
    }

    package init?(_ renditions: [PreparedRendition], _ track: TrackInfo, rotation: Rotation, bitRate: Double?) {
        guard case .video(let width, let height, let rate) = track.kind else { return nil }
        func upright(_ width: Int, _ height: Int) -> (Int, Int) {
            rotation.isQuarterTurn ? (height, width) : (width, height)
        }
        var definitions: [DefinitionInfo] = []
        var rungs: [Rung] = []
        func add(_ name: String, _ size: (width: Int, height: Int), bits: Int, rate: Double?) {
            let key = DefinitionInfo.Key(rawValue: name)
            definitions.append(
                DefinitionInfo(key: key, name: name, width: size.width, height: size.height, bitRate: bits))
            rungs.append(
                Rung(
                    key: name, peak: BitRate(Double(bits)), width: size.width, height: size.height, frameRate: rate))
        }
        for rendition in renditions.sorted(by: { $0.height < $1.height }) {
            add(
                rendition.name, upright(rendition.width, rendition.height), bits: rendition.averageBits,
                rate: rendition.framesPerSecond)
        }
        // Above the renditions' rates, since the ladder sorts by rate.
        let own = max(Int(bitRate ?? 0), (definitions.compactMap(\.bitRate).max() ?? 0) + 1)
        add("\(min(width, height))p", upright(width, height), bits: own, rate: rate)
        guard Set(definitions.map(\.definitionKey)).count == definitions.count,
            let ladder = RenditionLadder(rungs)
        else { return nil }
        self.definitions = definitions
        self.renditions = renditions.sorted { $0.height < $1.height }
        self.track = track
        self.ladder = ladder
    }

    package var original: Int { renditions.count }

    /// Returns the smallest definition that covers the shown size, or the film's own without a `cap`.
    package func choice(within cap: DisplayCap?) -> Int {
        guard let cap, let best = cap.allowed(in: ladder).last else { return original }
        return definitions.firstIndex { $0.definitionKey.rawValue == ladder[best].key } ?? original
    }

    func tracks(_ tracks: [TrackInfo], showing definition: Int) -> [TrackInfo] {
        guard renditions.indices.contains(definition) else { return tracks }
        let rendition = renditions[definition]
        return tracks.map { info in
            guard info.id == track.id else { return info }
            var shown = info
            shown.kind = .video(
                width: rendition.width, height: rendition.height, framesPerSecond: rendition.framesPerSecond)
            (shown.codec, shown.isDecodable) = ("h264", true)
            return shown
        }
    }
}
