import Cells
import ClassPanes
import Classes
import Commands
import PlayCore
import PlaybackModel
import ScreenKit
import Subtitles

extension UILoop {
    /// Passes a new area or new colours to the picture source, and has the current picture made for them.
    func placePicture() {
        let hasPictures = !besidePictures.isEmpty || state.room?.hasFilm == true
        let layout = hasPictures ? state.visibleClassLayout : nil
        companionStage.place(state.room, layout, state.terminal, besidePictures)
        if let effectSource,
            effectStage.place(state.room, isVisible: layout != nil, state.terminal, effectSource)
        {
            isFrameDue = true
        }
        let area =
            state.background.isUnseen
            ? Rect(column: 0, row: 0, width: 0, height: 0) : ScreenGeometry(state, at: clock.now).pane
        guard area != pane || state.terminal != paneTerminal else { return }
        let isFirst = pane == nil
        pane = area
        slideStage.paneChanged()
        paneTerminal = state.terminal
        pictures.setPane(columns: area.width, rows: area.height, cellAspect: state.terminal.cellAspect)
        if !isFirst, !area.isEmpty { player.send(.refreshPicture) }
    }

    /// Applies the terminal's newest answers. Its size comes as events.
    func followTerminal() {
        guard state.options.hasScreen else { return }
        let traits = TerminalTraits(backend)
        guard traits != state.terminal, traits.columns == state.terminal.columns, traits.rows == state.terminal.rows
        else { return }
        dispatch(.terminal(traits))
    }

    func presentIfDue() {
        pictureAt = nil
        guard backend.canPresent, !state.background.isUnseen else { return }
        backend.frameInterval = state.snapshot.frameInterval
        let hasSpace = backend.acceptsPicture
        dropUnfitting()
        if hasSpace { readPictures() }
        updateSliding()
        composeIfChanged()
        let now = clock.now
        let refines = hasSpace && refinement.isDue(at: now)
        if isFrameDue || refines || slideStage.owesFrame && hasSpace, let composed {
            present(composed, includesPicture: hasSpace, at: now)
        }
        pictureAt = nextPicture(hadSpace: hasSpace)
    }

    /// Returns when to look for pictures again. If space has come since the last look, the waiting picture is taken at
    /// once: its wake-up was cleared, and a paused player sends no other one.
    private func nextPicture(hadSpace: Bool) -> HostTime? {
        guard backend.acceptsPicture else { return backend.nextPictureTime }
        return hadSpace ? refinement.dueAt : clock.now
    }

    private func present(_ screen: ComposedScreen, includesPicture: Bool, at now: HostTime) {
        isFrameDue = false
        let panes = companionStage.joined(slideStage.next(screen, picture, includesPicture: includesPicture))
        let frame = effectStage.joined(panes)
        backend.present(frame, includesPicture: includesPicture)
        let outcome = backend.lastOutcome
        totals.frames += 1
        totals.likeness = outcome.ssim
        refinement.presented(
            isApproximate: outcome.isApproximate && screen.showsPicture && picture != nil,
            interval: backend.frameInterval, at: now)
        onFrame?(
            FrameRecord(
                time: now, mediaTime: pictures.takenTime, outcome: outcome, link: backend.link,
                dropped: pictures.droppedCount, late: state.snapshot.statistics.droppedFrames,
                fetch: FetchFigures(state.snapshot)))
    }

    /// Notes whether pages can slide, and whether an awaited picture has arrived.
    private func updateSliding() {
        if state.feed.slidesPictures != pictures.areCells {
            state.feed.slidesPictures = pictures.areCells
            isChromeStale = true
            refuseSliding()
        }
        if slideStage.hasAwaitedPicture(state) { dispatch(.feedPictureCame) }
    }

    /// Says once that images cannot slide, because they cannot be cut.
    private func refuseSliding() {
        guard !pictures.areCells, state.options.isFeed, !state.feed.hasRefusedSliding else { return }
        state.feed.hasRefusedSliding = true
        state.message = Message(
            tr("Pages do not slide with sixel or kitty graphics"), .warning, outlivesItem: true, at: clock.now)
    }

    private func dropUnfitting() {
        guard let area = pane, let old = picture, old.columns > area.width || old.rows > area.height else { return }
        picture = nil
        isFrameDue = true
    }

    private func readPictures() {
        readPicture()
        if let effectSource, effectStage.collect(from: effectSource) { isFrameDue = true }
        guard companionStage.collect(from: besidePictures) else { return }
        refinement.pictureCame(at: clock.now)
        isFrameDue = true
    }

    private func readPicture() {
        guard let newest = pictures.takeNewest(), let area = pane, newest.columns <= area.width,
            newest.rows <= area.height
        else { return }
        picture = newest
        slideStage.pictureTaken()
        totals.pictures += 1
        refinement.pictureCame(at: clock.now)
        if composed?.showsPicture == true { isFrameDue = true }
    }

    private func reportSubtitles(at now: HostTime) {
        guard let onSubtitleEvents else { return }
        let position = state.snapshot.clock.position(at: now)
        let events = subtitleTracker.update(state.subtitles.set, at: position)
        if !events.isEmpty { onSubtitleEvents(events, position) }
    }

    private func composeIfChanged() {
        guard isChromeStale else { return }
        let now = clock.now
        isChromeStale = false
        changeAt = state.nextChange(after: now)
        reportSubtitles(at: now)
        lookedAt = now
        let key = ChromeKey(state, at: now)
        guard key != composedKey else { return }
        composedKey = key
        compositionCount += 1
        let screen = compose(state, at: now)
        guard screen != composed else { return }
        composed = screen
        isFrameDue = true
    }
}
