import Cells
import ClassPanes
import DownloadScreen
import HomeScreen
package import PlayCore
import PlaybackModel
import Playlists
import ScreenKit

/// Applies an action. State changes only here. Pure, no I/O; the time is a parameter.
package func reduce(_ state: inout AppState, _ action: AppAction, now: HostTime) -> [Effect] {
    let effects = change(&state, by: action, now: now)
    let settled = state.settle(at: now)
    state.messages.showNext(at: now)
    return settled.isEmpty ? effects : settled + effects
}

private func change(_ state: inout AppState, by action: AppAction, now: HostTime) -> [Effect] {
    switch action {
    case .input(let event):
        state.changes.insert(.input)
        return state.handle(event, at: now)
    case .snapshot(let snapshot): return state.update(snapshot, at: now)
    case .itemChanged(let position):
        state.beginItem(position, at: now)
        return state.followItem(position, at: now)
    case .playlist(let list, let position):
        state.list = list
        state.playlist = position
        return []
    case .audioDevices(let list):
        state.update(list, at: now)
        return []
    case .history(let list):
        state.history = list
        return []
    case .services(let services): return state.update(services, at: now)
    case .room(let view):
        state.show(view)
        return []
    case .live(let view): return state.show(view, at: now)
    case .liveNews(let news): return state.update(news, at: now)
    case .ownSending(let sending):
        state.room?.live?.own = sending
        return []
    case .captureDevices(let devices):
        state.room?.live?.devices = devices
        return []
    case .chats(let chats):
        state.chats = chats
        return []
    case .slidePicture(let picture):
        state.room?.slidePicture = picture
        return []
    case .awardPicture(let picture):
        state.room?.awardPicture = picture
        return []
    case .thumbnails(let set):
        state.room?.chatThumbnails = set
        return []
    case .downloads(let new): return state.carryOut(state.downloads.receive(new), at: now)
    case .downloadCover(let cover):
        state.downloads.show(cover)
        return []
    case .library(let news): return state.update(news, at: now)
    case .catalogue(let answer):
        state.home.update(answer)
        return []
    case .homeCover(let cover):
        state.home.cover = cover
        return []
    case .feedPictureCame:
        state.feed.slide?.pictureCame(at: now)
        state.passSlide(to: now)
        return []
    case .noSuchItem(let step):
        state.feed.slide = nil
        state.message = Message(step < 0 ? tr("Already at the first item") : tr("Already at the last item"), at: now)
        return []
    case .terminal(let traits):
        if traits != state.terminal { state.feed.slide = nil }
        state.terminal = traits
        return state.setBackground(.tooSmall, traits.isTooSmall)
    case .subtitles(let arrivals):
        return state.update(arrivals, at: now)
    case .screenshot(let report):
        state.message = report.message(at: now)
        return []
    case .watermark(let news):
        state.update(news, at: now)
        return []
    case .preview(let preview):
        state.picture.preview = preview
        return []
    case .tick(let totals):
        state.passTime(to: now, totals)
        return state.continueAfterFailure(at: now) + state.repeatHeldKey(at: now)
    }
}

extension AppState {
    mutating func handle(_ event: InputEvent, at now: HostTime) -> [Effect] {
        switch event {
        case .key(let key):
            noteInput(at: now)
            if message?.kind == .error { message = nil }
            return options.hasScreen ? press(key, at: now) : pressWithoutScreen(halfWidth(key), at: now)
        case .mouse(let mouse):
            noteInput(at: now)
            return point(mouse, at: now)
        case .paste(let text):
            noteInput(at: now)
            return paste(text, at: now)
        case .resized: return [.redraw]
        case .terminated(let signal): return [.terminate(signal: signal)]
        case .inputClosed: return [.terminate(signal: nil)]
        case .unanswered: return [.abandonScreen]
        // A kiosk has no shell that could take the terminal.
        case .suspending where options.isKiosk: return [.suspend]
        case .suspending: return setBackground(.suspended, true) + [.suspend]
        case .resumed: return setBackground(.suspended, false) + [.redraw]
        case .detached: return setBackground(.detached, true)
        case .attached: return setBackground(.detached, false) + [.redraw]
        }
    }

    fileprivate mutating func setBackground(_ reason: BackgroundState.Reasons, _ holds: Bool) -> [Effect] {
        background.set(reason, holds, snapshot).flatMap { ask($0) }
    }

    mutating func update(_ news: WatermarkNews, at now: HostTime) {
        switch news {
        case .ready(let watermark): picture.overlays.customWatermark = watermark
        case .service(let watermark): picture.overlays.serviceWatermark = watermark
        case .failed(let path, let reason):
            let (path, reason) = (SafeText.clean(path, limit: 200), SafeText.clean(reason, limit: 200))
            announce(Message(tr("Cannot show the watermark %1: %2", path, reason), .warning, at: now))
        }
    }

    private mutating func noteInput(at now: HostTime) {
        // A viewer who gives input reads the page, and decides when to continue.
        item.continuesAt = nil
        bar.noteInput(at: now, isHeld: holdsBar, options: optionsInUse)
    }

    mutating func passTime(to now: HostTime, _ totals: OutputTotals) {
        if let until = message?.until, until <= now { message = nil }
        output.totals = totals
        if hasOtherChapter(at: now) { changes.insert(.chapter) }
        if feed.slide != nil { passSlide(to: now) }
        followSubtitleLine(at: now)
        watchLink(totals, at: now)
        if let sample = statistics, now - sample.takenAt >= StatisticsSample.interval {
            statistics = sample.next(at: now, snapshot: snapshot, totals: totals)
        }
    }

    /// Reports that the line is the bottleneck, unless there is a message or the bar is never shown.
    private mutating func watchLink(_ totals: OutputTotals, at now: HostTime) {
        let isPlaying = snapshot.status == .playing && seekTarget == nil && !snapshot.isSeeking
        guard let slow = output.watch.note(totals, wanted: isPlaying ? snapshot.pictureRate : nil, at: now),
            message == nil, bar.visibility != .never
        else { return }
        let frames = TimeText.decimal(slow.framesPerSecond, digits: slow.framesPerSecond < 9.5 ? 1 : 0)
        announce(
            Message(tr("Slow connection: %1 fps, %2", frames, LinkText.rate(slow.bytesPerSecond)), .warning, at: now))
    }

    /// Long enough to read the failure page.
    static let failurePause = HostTime.seconds(5)

    mutating func continueAfterFailure(at now: HostTime) -> [Effect] {
        guard let time = item.continuesAt, time <= now else { return [] }
        item.continuesAt = nil
        guard snapshot.status == .failed else { return [] }
        return playlist.hasNext ? [.move(1)] : [.advance]
    }
}
