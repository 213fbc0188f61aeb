import MediaSources
import PlayCore
import PlaybackModel

/// What a segmented stream is told, and what it tells.
extension SessionLoop {
    func followStream(_ pipeline: ItemPipeline) {
        guard let stream = facts?.stream else { return }
        let position = clock.position(at: now)
        let end = pipeline.packets.fill.end ?? position
        stream.note(
            StreamDemand(
                buffered: max(.zero, end - position), position: position, rate: snapshot.rate,
                isAdvancing: state.status == .playing, isWanted: state.wantsPlay, grid: picture.grid))
        let status = stream.status
        snapshot.stream = status
        snapshot.liveState = status.live
        if let duration = status.duration { snapshot.duration = duration }
        if let live = status.live { stayWithin(live, end) }
    }

    /// Whoever paused for longer than the window goes on at its start, and is told.
    private func stayWithin(_ live: LiveState, _ end: MediaTime) {
        guard state.isAdvancing, preroll == nil, let target = live.returnPoint(after: end, at: now) else { return }
        notice(.leftLiveWindow)
        request(.time(target), mode: .keyframe, at: target)
        note(state.beginSeek())
    }

    /// CTRL-07. Of a stream they are fetched from where playing is.
    func selectTexts(_ tracks: Set<Int>) {
        wantedTexts = tracks
        guard let stream = facts?.stream else { return }
        stream.selectTexts(tracks)
        pipeline?.packets.requestSwitch()
    }

    /// CTRL-06, ADV-27. An index that is none of the list's changes nothing.
    func selectDefinition(_ index: Int?) {
        guard let pipeline, state.status != .failed else { return }
        if let stream = facts?.stream {
            stream.selectDefinition(index)
            pipeline.packets.requestSwitch()
        } else if let index, snapshot.definitions.videoTracks.indices.contains(index) {
            selectTrack(.video, snapshot.definitions.videoTracks[index])
        }
    }
}
