import Catalogue
import History
import PlayCore
import PlaybackModel
import Rooms
import Subtitles

/// What others have to tell is looked at when they say that there is something.
extension UILoop {
    /// - Parameter fromPlayer: its wake-up was signalled, which others share.
    func takeNews(fromPlayer: Bool) {
        for report in screenshots?.takeReports() ?? [] { dispatch(.screenshot(report)) }
        if let news = overlaySource?.takeWatermark() { dispatch(.watermark(news)) }
        if fromPlayer || !hasListedDevices { takeDevices() }
        if fromPlayer {
            takeSubtitles()
            takeListChange()
            takeHistory()
            takeServices()
        }
        takeRoom()
        if fromPlayer { takeDownloads() }
    }

    func takeDevices() {
        guard let audioDevices else { return }
        // Not before the first picture: reading the system's configuration costs time that it needs.
        if !hasListedDevices, state.snapshot.status == .playing || state.snapshot.status == .paused {
            hasListedDevices = true
            audioDevices.refresh()
        }
        let list = audioDevices.list
        if list != state.audioDevices { dispatch(.audioDevices(list)) }
    }

    func takeHistory() {
        guard let list = history?.list, list.number != state.history.number else { return }
        dispatch(.history(list))
    }

    func takeServices() {
        guard let videoServices else { return }
        let facts = videoServices.state
        if facts.number != state.services.number { dispatch(.services(facts)) }
    }

    func takeRoom() {
        guard let room else { return }
        room.follow(state.snapshot.clock, at: clock.now)
        let view = room.view
        if view.number != state.room?.facts.number ?? 0 { dispatch(.room(view)) }
        guard let shown = state.room else { return }
        let (slide, award) = (room.slidePicture, room.awardPicture)
        if slide != shown.slidePicture { dispatch(.slidePicture(slide)) }
        if award != shown.awardPicture { dispatch(.awardPicture(award)) }
    }

    func takeDownloads() {
        guard let downloads else { return }
        let new = downloads.state
        if new.number != state.downloads.state.number { dispatch(.downloads(new)) }
        let cover = downloads.cover
        if cover != state.downloads.cover { dispatch(.downloadCover(cover)) }
    }

    /// Only while the list is on the screen, and only what is in view.
    func watchDownloads() {
        guard let downloads else { return }
        downloads.show(cover: state.downloadCoverWish)
        let wanted = state.watchedDownloads
        guard wanted != watchedDownloads else { return }
        watchedDownloads = wanted
        downloads.watch(wanted)
    }

    func takeSubtitles() {
        let arrivals = subtitles?.takeArrivals() ?? []
        if !arrivals.isEmpty { dispatch(.subtitles(arrivals)) }
    }
}
