import Catalogue
import Cells
import ClassPanes
import Classes
import Commands
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
import Subtitles

extension AppState {
    mutating func update(_ new: PlaybackSnapshot, at now: HostTime) -> [Effect] {
        let heldBar = holdsBar
        // After the recording of a live class the class itself continues.
        let isDetour = room?.view.delay != nil
        var isOver =
            new.status == .reachEnd && (snapshot.status != .reachEnd || snapshot.item != new.item) && !isDetour
        if new.status == .failed, snapshot.status != .failed {
            follow(.interruption, at: now)
            feed.slide = nil
            let continues = playlist.hasNext || options.idle == .yes && !options.keepsOpen
            item.continuesAt = continues && options.hasScreen ? now + Self.failurePause : nil
            if !options.hasScreen, !isDetour { isOver = true }
        }
        let hasOtherContent =
            new.tracks != snapshot.tracks || (new.duration == nil) != (snapshot.duration == nil)
            || new.liveState?.canGoBack != snapshot.liveState?.canGoBack
            || new.sourceDefinitions.count != snapshot.sourceDefinitions.count
            || new.stream?.definitions.count != snapshot.stream?.definitions.count
        let hasOtherSound = new.audioTrack != snapshot.audioTrack
        let hasOtherDuration = new.duration != snapshot.duration
        let before = snapshot.status
        let (wasAwaited, wasAsking) = (awaitsItem, snapshot.network?.state == .asking)
        item.playback.report(new)
        // Only a changed type of video changes other controls, not the viewer's choice of a projection.
        if snapshot.isSphere != bar.offersGoggles { adaptGoggles() }
        followQuestion(wasAsking: wasAsking, at: now)
        sayTitle(after: before, at: now)
        if new.showsFirstPicture || ![.unload, .loading].contains(new.status) { feed.keepsOldPicture = false }
        changes.insert(.snapshot)
        if hasOtherContent { changes.insert(.content) }
        if hasOtherSound { changes.insert(.sound) }
        if hasOtherDuration { changes.insert(.duration) }
        if wasAwaited != awaitsItem { changes.insert(.item) }
        // The bar disappears as after an input, not at once.
        if heldBar, !holdsBar { bar.lastInput = now }
        leaveMessage(at: now)
        messages.removeAll { message in
            message.notice.map { number in !new.notices.contains { $0.number == number } } ?? false
        }
        if case .open? = new.audioStatus?.device { program.silence = nil }
        for notice in new.notices where notice.number > item.lastNotice {
            item.lastNotice = notice.number
            if notice.notice.isAboutSilence {
                guard notice.notice != program.silence else { continue }
                program.silence = notice.notice
            }
            if case .entered(let region) = notice.notice {
                say(region, at: now)
                continue
            }
            let (text, kind) = notice.notice.message
            var message = Message(text, kind, outlivesItem: notice.notice.outlivesItem, at: now)
            message.notice = notice.notice.isAboutReading ? notice.number : nil
            announce(message)
        }
        return isOver ? [.advance] : []
    }

    private mutating func followQuestion(wasAsking: Bool, at now: HostTime) {
        let isAsking = snapshot.network?.state == .asking && snapshot.status != .failed
        if isAsking, !wasAsking {
            follow(.interruption, at: now)
            _ = open(.networkQuestion, at: now)
        } else if !isAsking, panel?.kind == .networkQuestion {
            closePanels(at: now)
        }
    }

    /// Keeps only the viewer's own settings.
    mutating func beginItem(_ position: PlaylistPosition, at now: HostTime) {
        // Keeps layers that the viewer opened while the item was being opened, because they are for this item.
        let wasAwaited = awaitsItem
        playlist = position
        feed.keepsOldPicture = options.isFeed && (snapshot.hasPicture || feed.keepsOldPicture)
        if feed.keepsOldPicture, feed.slide?.awaitsItem == true { feed.slide?.itemCame() } else { feed.slide = nil }
        program.begunItems += 1
        program.lastEnding = snapshot.status
        item = ItemState()
        item.awaitsTitle = position.index != nil
        messages.removeAll { !$0.outlivesItem }
        if !wasAwaited { follow(.otherItem, at: now) }
        picture.preview = nil
        services.marks = []
        services.comments = nil
        changes.insert(.item)
    }

    private mutating func adaptGoggles() {
        bar.offersGoggles = snapshot.isSphere
        bar.layout.setRemoved(!bar.offersGoggles, .goggles)
    }

    /// Removes the controls that have nothing to control.
    mutating func adaptControls() {
        installLayout()
        let audioTracks = snapshot.tracks.filter(\.isAudio).count
        let hasCaptions = snapshot.tracks.contains(where: \.isSubtitle) || !subtitles.set.tracks.isEmpty
        bar.layout.setRemoved(!(hasCaptions || audioTracks > 1), .closedCaption)
        let definitions = max(
            snapshot.definitions.list.count { !$0.isAudio }, snapshot.sourceDefinitions.count,
            snapshot.stream?.definitions.count { !$0.isAudio } ?? 0)
        bar.layout.setRemoved(definitions < 2, .definition)
        bar.layout.setRemoved(!audioDevices.hasChoice, .externalRoute)
        adaptGoggles()
        bar.layout.setRemoved(snapshot.liveState == nil && room?.live == nil, .live)
        bar.layout.setRemoved(snapshot.duration == nil, .duration)
        bar.layout.setRemoved(snapshot.duration == nil, .timeSeparator)
        bar.layout.setRemoved(!snapshot.tracks.isEmpty && audioTracks == 0, .volume)
        // On one row that is not wide the slider needs the columns of the title and of the blanks around it.
        let isNarrow = bar.layout.kind(paneWidth: terminal.columns) == .standard && terminal.columns < 100
        // Where all optional controls are present, they fit beside the title.
        let isOwn = bar.layouts.installed == LayoutLibrary.vod.name
        let isWide =
            terminal.columns >= (isOwn ? 120 : 100) || bar.layout.kind(paneWidth: terminal.columns) == .compact
        bar.layout.setRemoved(!isWide, .title)
        for tag in [ControlTag.previous, .next] {
            bar.layout.setRemoved(!isWide || terminal.columns < 60 || playlist.count < 2, tag)
        }
        bar.layout.setRemoved(isNarrow, .logo)
        bar.layout.setRemoved(isNarrow, .empty)
        if let focus = bar.focus, bar.layout.isRemoved(focus) { bar.focus = nil }
    }
}

extension AppState {
    mutating func update(_ list: AudioDeviceList, at now: HostTime) {
        if let refusal = list.refusal, refusal.number > audioDevices.refusal?.number ?? 0 {
            message = Message(
                tr(
                    "Cannot open sound device %1: %2", SafeText.clean(refusal.name, limit: 60),
                    SafeText.clean(refusal.reason, limit: 120)), .warning, at: now)
        }
        audioDevices = list
    }
}

extension TrackInfo {
    var isAudio: Bool { if case .audio = kind { true } else { false } }
    var isVideo: Bool { if case .video = kind { true } else { false } }
}
