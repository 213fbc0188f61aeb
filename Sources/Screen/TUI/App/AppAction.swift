package import Catalogue
package import Cells
package import ClassPanes
package import ClassRules
package import Classes
package import Commands
package import DownloadScreen
package import History
package import HomeScreen
package import Library
package import PlayCore
package import PlaybackModel
package import Playlists
package import ScreenKit
package import SlidePictures
package import Subtitles

package enum AppAction: Sendable, Equatable {
    case input(InputEvent)
    case snapshot(PlaybackSnapshot)
    case itemChanged(PlaylistPosition)
    /// The list and its current item; the items or their order have changed.
    case playlist(PlaylistContents, PlaylistPosition)
    case audioDevices(AudioDeviceList)
    case chats(ChatFiles)
    case history(HistoryList)
    case services(ServiceState)
    case room(ClassView)
    /// The live class on the screen, or `nil` for a recording. Comes after ``room(_:)``.
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
    /// The first picture of a feed's item is ready.
    case feedPictureCame
    /// A request for an item beyond the ends of the playlist.
    case noSuchItem(step: Int)
    case terminal(TerminalTraits)
    /// Subtitles that have arrived, or failed to.
    case subtitles([SubtitleArrival])
    case screenshot(ScreenshotReport)
    case watermark(WatermarkNews)
    case preview(SliderPreview)
    /// Time has passed. `output`: the bytes that the terminal has taken so far.
    case tick(output: OutputTotals)
}

package enum Effect: Sendable, Equatable {
    case command(PlaybackCommand)
    /// Leave at the viewer's request.
    case quit
    /// End because of a signal, or with `nil` because the terminal is gone.
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
    /// A message from a command for the clients of sockets and for scripts.
    case message(ClientMessage)
    case ring
    case slides(SlideOrder)
    case downloads(DownloadOrder)
    case library(LibraryOrder)
    case catalogue(CatalogueOrder)
    /// Replace the list by these items and play the item at `at`.
    case play([Video], at: Int)
    case forget(HistoryChange)
    /// Append an item, or move to it if it is in the list, and play it from `position`, or from its start with `nil`.
    case playRemembered(location: String, position: MediaTime?)
    /// Join the class at `position`, or at its beginning with `nil`.
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
    /// A command for another component, such as the owner of the list or of the subtitles.
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
