import Media
package import MediaSources
import PlayCore
import PlaybackModel

/// What was read of a container's subtitles.
package struct SubtitleNews: Sendable, Equatable {
    package let tracks: [SubtitleTextTrack]
    package let texts: [SubtitleText]
}

/// The bitmaps of subtitles, which are part of the picture.
extension SessionLoop {
    func showSubtitle(_ pipeline: ItemPipeline) {
        snapshot.subtitleTextCount = pipeline.subtitles.textCount
        guard pipeline.subtitles.pictureTrack != nil || shownSubtitle != nil else { return }
        let wanted = pipeline.subtitles.picture(at: clock.position(at: now))
        guard wanted != shownSubtitle else { return }
        shownSubtitle = wanted
        picture.setSubtitle(wanted)
        picture.refresh(isStill: !state.isAdvancing)
    }

    /// Nil, or a track of text: no bitmaps.
    func selectSubtitle(_ id: Int?, _ pipeline: ItemPipeline, _ facts: ItemFacts) {
        let track = facts.tracks.first { $0.id == id }
        var wanted: Int?
        if let track, case .subtitle(isPicture: true) = track.kind, track.isDecodable { wanted = track.id }
        guard wanted != pipeline.subtitles.pictureTrack else { return }
        pipeline.subtitles.pictureTrack = wanted
        snapshot.subtitleTrack = wanted
        // What was read ahead was read without it.
        if wanted != nil, facts.canSeek { seekExactly(to: clock.position(at: now)) }
    }
}
