import PlayCore

/// What a segmented stream is told, and what it tells.
extension SessionLoop {
    func followStream(_ pipeline: ItemPipeline) {
        guard let stream = facts?.stream else { return }
        let position = clock.position(at: now)
        let end = pipeline.packets.fill.end ?? position
        let grid = picture.grid
        stream.note(
            StreamDemand(
                buffered: max(.zero, end - position), position: position, rate: snapshot.rate,
                isAdvancing: state.status == .playing, shownWidth: grid?.width ?? 0, shownHeight: grid?.height ?? 0))
        let status = stream.status
        snapshot.stream = status
        snapshot.liveState = status.live
        if let duration = status.duration { snapshot.duration = duration }
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
