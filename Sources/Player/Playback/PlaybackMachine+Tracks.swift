import Media
import MediaSources
import PlayCore
import PlaybackModel

extension PlaybackMachine {
    mutating func describeTracks(cover: Bool) {
        let chosen = item.run.videoTrack ?? item.run.detachedVideoTrack
        item.snapshot.audioTrack = item.run.audioTrack
        item.snapshot.videoTrack = chosen
        item.snapshot.statistics.framesPerSecond = nil
        for track in item.snapshot.tracks {
            switch track.kind {
            case .cover(let width, let height) where cover && chosen == nil:
                item.snapshot.videoTrack = track.id
                (item.snapshot.statistics.videoWidth, item.snapshot.statistics.videoHeight) = (width, height)
            case .video(let width, let height, let rate) where track.id == chosen:
                (item.snapshot.statistics.videoWidth, item.snapshot.statistics.videoHeight) = (width, height)
                item.snapshot.statistics.framesPerSecond = rate
            default: break
            }
        }
    }

    mutating func selectTrack(_ kind: TrackKind, _ id: Int?) {
        guard item.run.isOpen, let opened = item.run.opened, item.state.status != .failed else { return }
        if kind == .subtitle { return selectSubtitle(id, opened) }
        guard opened.canSeek || id == (kind == .audio ? item.run.audioTrack : item.run.videoTrack) else {
            // The packets read ahead are the present tracks', and cannot be read again.
            notice(.cannotSeek)
            return
        }
        if let id {
            guard let track = opened.tracks.first(where: { $0.id == id }), track.isDecodable else { return }
            if kind == .audio { openSound(for: track) }
            if opened.isAngle(id) { emit(.selectAngle(id)) }
        }
        if kind == .video, !isPictureAttached || item.run.isPictureWithheld {
            item.run.detachedVideoTrack = id
            describeTracks(cover: false)
            return
        }
        let isOtherAngle = kind == .video && opened.isAngle(id) && opened.isAngle(item.run.videoTrack)
        if kind == .audio { item.run.audioTrack = id } else { item.run.videoTrack = id }
        describeTracks(cover: false)
        // An angle is switched at a segment's edge, like a definition.
        if isOtherAngle { return emit(.requestSwitch) }
        if kind == .video, id == nil {
            emit(.clearPicture)
            coverMissingPicture()
        }
        guard opened.canSeek else { return }
        seekExactly(to: item.clock.position(at: now))
    }

    // MARK: separate sound files

    /// Adds the sound to the item, which keeps it when it is opened again.
    mutating func add(_ sound: ExternalSound, isWanted: Bool) {
        guard let input = item.input else { return }
        let before = input.sounds
        item.input?.sounds = { (before?() ?? []) + [sound] }
        if item.run.isOpen { emit(.addSound(sound, isWanted: isWanted)) }
    }

    mutating func removeSound(_ id: Int) {
        guard let file = item.snapshot.tracks.first(where: { $0.id == id })?.external else { return }
        if item.run.audioTrack == id { selectTrack(.audio, nil) }
        if let before = item.input?.sounds {
            item.input?.sounds = { before().filter { $0.file.name != file.name } }
        }
        emit(.removeSound(id))
    }

    mutating func reloadSound(_ id: Int) {
        let file = item.snapshot.tracks.first { $0.id == id }?.external
        guard let sound = item.input?.sounds?().first(where: { $0.file == file }) else { return }
        removeSound(id)
        add(sound, isWanted: true)
    }

    mutating func soundsHaveChanged(_ tracks: [TrackInfo], wanted: Int?) {
        item.run.opened?.tracks = tracks
        item.snapshot.tracks = tracks
        describeTracks(cover: item.snapshot.showsCover)
        if let wanted { selectTrack(.audio, wanted) }
    }

    /// Selects a track's bitmaps. `nil`, or a text track, selects none.
    private mutating func selectSubtitle(_ id: Int?, _ opened: OpenedItem) {
        let track = opened.tracks.first { $0.id == id }
        var wanted: Int?
        if let track, case .subtitle(isPicture: true) = track.kind, track.isDecodable { wanted = track.id }
        guard wanted != item.run.subtitleTrack else { return }
        item.run.subtitleTrack = wanted
        emit(.selectPictureSubtitle(wanted))
        item.snapshot.subtitleTrack = wanted
        // The read-ahead has no bitmaps of the track.
        if wanted != nil, opened.canSeek { seekExactly(to: item.clock.position(at: now)) }
    }

    mutating func showSubtitle(_ wanted: SubtitlePicture?) {
        guard wanted != item.run.shownSubtitle else { return }
        item.run.shownSubtitle = wanted
        emit(.setSubtitle(wanted))
        emit(.refreshPicture)
    }

    // MARK: playing without a visible picture

    /// Drops the picture's packets; the sound continues. Pictures that cannot be read again are still decoded.
    mutating func detachPicture() {
        isPictureAttached = false
        withholdPicture()
    }

    mutating func withholdPicture() {
        guard item.run.isOpen, item.run.opened?.canSeek == true, let track = item.run.videoTrack else { return }
        item.run.detachedVideoTrack = track
        item.run.videoTrack = nil
        item.run.pendingSteps = 0
        emit(.switchOff(.video))
        emit(.flushFrames(item.run.generation))
        emit(.clearPicture)
    }

    /// Shows the picture of the present position by an exact seek, for which the sound waits.
    mutating func attachPicture() {
        isPictureAttached = true
        if !item.run.isPictureWithheld { restorePicture() }
    }

    mutating func restorePicture() {
        guard let track = item.run.detachedVideoTrack else { return }
        item.run.detachedVideoTrack = nil
        item.run.videoTrack = track
        guard item.run.isOpen, item.state.status != .failed else { return }
        // At the end, shows the last picture.
        let target = item.run.preroll?.target ?? item.clock.position(at: now)
        guard item.state.status == .reachEnd else { return seekExactly(to: target) }
        request(.time(target), mode: .before, at: target)
    }

    // MARK: the cover of an item without a visible picture

    mutating func found(_ cover: VideoFrame) {
        item.cover = cover
        publish(cover)
        // The item shows no picture: it is still opening, or plays sound only.
        if item.run.videoTrack == nil || item.run.shown == nil { showCover() }
    }

    mutating func coverMissingPicture() {
        if item.cover != nil || item.run.opened?.cover != nil {
            showCover()
        } else if !item.hasLookedForCover, let input = item.input, item.run.isOpen {
            item.hasLookedForCover = true
            emit(.loadCover(input.coversBeside))
        }
    }

    private mutating func showCover() {
        guard let frame = item.cover ?? item.run.opened?.cover else { return }
        item.snapshot.showsCover = true
        item.snapshot.pictureAspect = frame.displayAspect
        emit(.showCover(frame))
    }

    mutating func publish(_ cover: VideoFrame) {
        item.snapshot.coverCount += 1
        emit(.publishCover(cover))
    }
}
