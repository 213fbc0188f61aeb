import Media
import MediaSources
import PlayCore
import PlaybackModel

/// Which tracks play, and what is shown where there is no picture.
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
            // What is read ahead belongs to the tracks as they are, and cannot be read again.
            notice(.cannotSeek)
            return
        }
        if let id {
            guard let track = opened.tracks.first(where: { $0.id == id }), track.isDecodable else { return }
            if kind == .audio { openSound(for: track) }
            if opened.isAngle(id) { emit(.selectAngle(id)) }
        }
        if kind == .video, !isPictureAttached {
            item.run.detachedVideoTrack = id
            describeTracks(cover: false)
            return
        }
        let isOtherAngle = kind == .video && opened.isAngle(id) && opened.isAngle(item.run.videoTrack)
        if kind == .audio { item.run.audioTrack = id } else { item.run.videoTrack = id }
        describeTracks(cover: false)
        // Joined at an edge of its segments, as a definition is.
        if isOtherAngle { return emit(.requestSwitch) }
        if kind == .video, id == nil {
            emit(.clearPicture)
            coverMissingPicture()
        }
        guard opened.canSeek else { return }
        seekExactly(to: item.clock.position(at: now))
    }

    // MARK: sounds in files of their own

    /// Adds the sound to the item, also when that is opened again.
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

    mutating func soundsHaveChanged(_ tracks: [TrackInfo], wanted: Int?) {
        item.run.opened?.tracks = tracks
        item.snapshot.tracks = tracks
        describeTracks(cover: item.snapshot.showsCover)
        if let wanted { selectTrack(.audio, wanted) }
    }

    /// Nil, or a track of text: no bitmaps.
    private mutating func selectSubtitle(_ id: Int?, _ opened: OpenedItem) {
        let track = opened.tracks.first { $0.id == id }
        var wanted: Int?
        if let track, case .subtitle(isPicture: true) = track.kind, track.isDecodable { wanted = track.id }
        guard wanted != item.run.subtitleTrack else { return }
        item.run.subtitleTrack = wanted
        emit(.selectPictureSubtitle(wanted))
        item.snapshot.subtitleTrack = wanted
        // What was read ahead was read without it.
        if wanted != nil, opened.canSeek { seekExactly(to: item.clock.position(at: now)) }
    }

    /// The bitmaps to be seen now have been looked up.
    mutating func showSubtitle(_ wanted: SubtitlePicture?) {
        guard wanted != item.run.shownSubtitle else { return }
        item.run.shownSubtitle = wanted
        emit(.setSubtitle(wanted))
        emit(.refreshPicture)
    }

    // MARK: playing while nobody sees the picture

    /// The picture's packets are thrown away from now on; the sound does not notice. What cannot be read again is decoded
    /// on, or it would never be seen.
    mutating func detachPicture() {
        isPictureAttached = false
        guard item.run.isOpen, item.run.opened?.canSeek == true, let track = item.run.videoTrack else { return }
        item.run.detachedVideoTrack = track
        item.run.videoTrack = nil
        item.run.pendingSteps = 0
        emit(.switchOff(.video))
        emit(.flushFrames(item.run.generation))
        emit(.clearPicture)
    }

    /// The picture of where playing has come to, by an exact seek: the sound waits for it.
    mutating func attachPicture() {
        isPictureAttached = true
        guard let track = item.run.detachedVideoTrack else { return }
        item.run.detachedVideoTrack = nil
        item.run.videoTrack = track
        guard item.run.isOpen, item.state.status != .failed else { return }
        // At the end there is nothing to go on with: the last picture.
        let target = item.run.preroll?.target ?? item.clock.position(at: now)
        guard item.state.status == .reachEnd else { return seekExactly(to: target) }
        request(.time(target), mode: .before, at: target)
    }

    // MARK: the picture that stands for an item, where no picture of its own is to be seen

    mutating func found(_ cover: VideoFrame) {
        item.cover = cover
        publish(cover)
        // Nothing of the item's own is on show: it is still opening, or plays sound alone.
        if item.run.videoTrack == nil || item.run.shown == nil { showCover() }
    }

    /// Shows the cover there is, or looks beside the item for one.
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

    /// For those who want the cover itself; it replaces the one before.
    mutating func publish(_ cover: VideoFrame) {
        item.snapshot.coverCount += 1
        emit(.publishCover(cover))
    }
}
