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

/// A change of ``AppState``.
package enum AppAction: Sendable, Equatable {
    case input(InputEvent)
    /// The newest state of the session.
    case snapshot(PlaybackSnapshot)
    /// Another item plays from now on.
    case itemChanged(PlaylistPosition)
    /// The list and its current item: other items, or another order.
    case playlist(PlaylistContents, PlaylistPosition)
    case audioDevices(AudioDeviceList)
    /// The chats of the current item.
    case chats(ChatFiles)
    case history(HistoryList)
    case services(ServiceState)
    case room(ClassView)
    /// The live class on the screen, after ``room(_:)``, or `nil` for a recording.
    case live(LiveClassView?)
    case liveNews(LiveNews)
    case ownSending(OwnSending)
    /// The microphones and cameras, for a live class.
    case captureDevices(CaptureDeviceList)
    /// The picture of the page that is shown.
    case slidePicture(SlidePicture)
    case awardPicture(SlidePicture)
    /// The small pictures of the chat.
    case thumbnails(ThumbnailSet)
    case downloads(DownloadsState)
    case downloadCover(DownloadCover?)
    /// News of folders.
    case library(LibraryNews)
    case homeCover(HomeCover?)
    case catalogue(CatalogueAnswer)
    /// The first picture of a feed's item can be shown.
    case feedPictureCame
    /// A move in the playlist beyond its ends.
    case noSuchItem(step: Int)
    case terminal(TerminalTraits)
    /// Subtitles arrived, or failed to.
    case subtitles([SubtitleArrival])
    /// The result of a screenshot.
    case screenshot(ScreenshotReport)
    case watermark(WatermarkNews)
    /// A picture of a place on the slider.
    case preview(SliderPreview)
    /// Time passed; `output` is what the terminal took so far.
    case tick(output: OutputTotals)
}

/// A task for the loop.
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
    /// The item with this index.
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
    /// The terminal's bell.
    case ring
    case slides(SlideOrder)
    case downloads(DownloadOrder)
    case library(LibraryOrder)
    case catalogue(CatalogueOrder)
    /// Replace the list by these items and play the one with this index.
    case play([Video], at: Int)
    case forget(HistoryChange)
    /// Append an item to the list and play it from `position` on, or from its beginning with `nil`. If the item is
    /// already in the list, move to it.
    case playRemembered(location: String, position: MediaTime?)
    /// Attend the class at the location, from `position` on, or from its beginning with `nil`.
    case attendRemembered(location: String, position: MediaTime?)
    /// Play the item again from the start, after a failure.
    case retry
    /// Open a file of sound for the item that plays.
    case addSound(TrackFileRequest)
    /// Read a file of subtitles and show it.
    case addSubtitles(TrackFileRequest)
    /// Read it again.
    case reloadSubtitles(path: String)
    /// Read all lines of the item's own tracks.
    case indexSubtitles
    /// Stop the process; the backend reports ``InputEvent/resumed`` when it continues.
    case suspend
    /// A command for the owner of the list, the subtitles and the like.
    case external(PlayerCommand)
    /// Write the whole screen again.
    case redraw
    /// Copy this to the clipboard of the viewer's machine.
    case copy(String)
    case screenshot(ScreenshotKind)
    /// A screenshot written to this path.
    case screenshotFile(ScreenshotKind, path: String)
    /// A line for the log.
    case print(String)
    /// Open the page behind an advert, or show its address.
    case learnMore(String)
}
