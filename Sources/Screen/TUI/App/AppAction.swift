package import Catalogue
package import Cells
package import ClassRules
package import Classes
package import Commands
package import History
package import Library
package import PlayCore
package import PlaybackModel
package import Playlists
package import SlidePictures
package import Subtitles

package enum AppAction: Sendable, Equatable {
    case input(InputEvent)
    case snapshot(PlaybackSnapshot)
    /// Another item plays from now on.
    case itemChanged(PlaylistPosition)
    /// The list and its current item: other items, or another order.
    case playlist(PlaylistContents, PlaylistPosition)
    case audioDevices(AudioDeviceList)
    case chats(ChatFiles)
    case history(HistoryList)
    case services(ServiceState)
    case room(ClassView)
    /// The live class on the screen, after ``room(_:)``, or `nil` for a recording.
    case live(LiveClassView?)
    case liveNews(LiveNews)
    case ownSending(OwnSending)
    case captureDevices(CaptureDeviceList)
    case slidePicture(SlidePicture)
    case awardPicture(SlidePicture)
    case thumbnails(ThumbnailSet)
    case downloads(DownloadsState)
    case downloadCover(DownloadCover?)
    case library(LibraryNews)
    case homeCover(HomeCover?)
    case catalogue(CatalogueAnswer)
    /// The first picture of a feed's item can be shown.
    case feedPictureCame
    /// A move in the playlist beyond its ends.
    case noSuchItem(step: Int)
    case terminal(TerminalTraits)
    /// Subtitles that arrived, or failed to.
    case subtitles([SubtitleArrival])
    case screenshot(ScreenshotReport)
    case watermark(WatermarkNews)
    case preview(SliderPreview)
    /// Time passed; `output` is what the terminal took so far.
    case tick(output: OutputTotals)
}

package enum Effect: Sendable, Equatable {
    case command(PlaybackCommand)
    /// Leave at the viewer's request.
    case quit
    /// End because of a signal, or because the terminal is gone (`nil`).
    case terminate(signal: Int32?)
    /// Continue without a screen, because none is possible.
    case abandonScreen
    /// The item has ended: continue with the next one, or finish.
    case advance
    /// 1 next, −1 previous item.
    case move(Int)
    case moveTo(Int)
    case listAudioDevices
    /// ALSA's name.
    case selectAudioDevice(String)
    /// End the item; leave, or wait for another one (``ControlOptions/idle``).
    case stop(keepsList: Bool)
    case readHistory
    case service(ServiceOrder)
    case room(ClassOrder)
    case live(LiveOrder)
    case ownMedia(OwnMediaOrder)
    case listCaptureDevices
    /// A message from a command for the clients of sockets and the scripts.
    case message(ClientMessage)
    case ring
    case slides(SlideOrder)
    case downloads(DownloadOrder)
    case library(LibraryOrder)
    case catalogue(CatalogueOrder)
    /// Replace the list by these items and play the one with this index.
    case play([Video], at: Int)
    case forget(HistoryChange)
    /// Append an item and play it from `position`, or from its start with `nil`; move to it if it is in the list.
    case playRemembered(location: String, position: MediaTime?)
    /// Attend the class from `position` on, or from its beginning with `nil`.
    case attendRemembered(location: String, position: MediaTime?)
    /// Play the item again from the start, after a failure.
    case retry
    case addSound(TrackFileRequest)
    case addSubtitles(TrackFileRequest)
    case reloadSubtitles(path: String)
    /// Read all lines of the item's own tracks.
    case indexSubtitles
    /// Stop the process; the backend reports ``InputEvent/resumed`` when it continues.
    case suspend
    /// A command for the owner of the list, the subtitles and the like.
    case external(PlayerCommand)
    case redraw
    /// Copy to the clipboard of the viewer's machine.
    case copy(String)
    case screenshot(ScreenshotKind)
    case screenshotFile(ScreenshotKind, path: String)
    case print(String)
    /// Open the page behind an advert, or show its address.
    case learnMore(String)
}
