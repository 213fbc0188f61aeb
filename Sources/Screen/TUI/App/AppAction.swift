package import Catalogue
package import Cells
package import ClassRules
package import Commands
package import History
package import Library
package import Lists
package import PlayCore
package import PlaybackModel
package import Rooms
package import SlidePictures
package import Subtitles

/// What changes ``AppState``.
package enum AppAction: Sendable, Equatable {
    case input(InputEvent)
    /// The newest state of the session.
    case snapshot(PlaybackSnapshot)
    /// Another item plays from now on.
    case itemChanged(PlaylistPosition)
    /// The list and which of it plays: other items, or another order.
    case playlist(PlaylistContents, PlaylistPosition)
    case audioDevices(AudioDeviceList)
    /// Those that there are for what plays.
    case chats(ChatFiles)
    case history(HistoryList)
    case services(ServiceState)
    case room(RoomView)
    /// Of the class on the screen, after ``room(_:)``; nil: it is a recording.
    case live(LiveClassView?)
    case liveNews(LiveNews)
    case ownSending(OwnSending)
    /// Which microphones and cameras there are, for the class that is live.
    case captureDevices(CaptureDeviceList)
    /// Of the page that is shown.
    case slidePicture(SlidePicture)
    case awardPicture(SlidePicture)
    /// Of the chat.
    case thumbnails(ThumbnailSet)
    case downloads(DownloadsState)
    case downloadCover(DownloadCover?)
    /// Of folders.
    case library(LibraryNews)
    case homeCover(HomeCover?)
    case catalogue(CatalogueAnswer)
    /// The first picture of a feed's item can be shown.
    case feedPictureCame
    /// A move in the playlist that went nowhere.
    case noSuchItem(step: Int)
    case terminal(TerminalTraits)
    /// Subtitles came, or did not.
    case subtitles([SubtitleArrival])
    /// What became of a screenshot.
    case screenshot(ScreenshotReport)
    case watermark(WatermarkNews)
    /// Of a place on the slider.
    case preview(SliderPreview)
    /// Time passed; `output` is what the terminal took so far.
    case tick(output: OutputTotals)
}

/// What the loop has to do.
package enum Effect: Sendable, Equatable {
    case command(PlaybackCommand)
    /// Leave at the viewer's wish.
    case quit
    /// A signal asked to end, or the terminal is gone (`nil`).
    case terminate(signal: Int32?)
    /// There can be no screen.
    case abandonScreen
    /// The item is over: go on with the next one, or finish.
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
    case room(RoomOrder)
    case live(LiveOrder)
    case ownMedia(OwnMediaOrder)
    case listCaptureDevices
    /// Words of a command for the clients of sockets and the scripts.
    case message(ClientMessage)
    /// The terminal's bell.
    case ring
    case slides(SlideOrder)
    case downloads(DownloadOrder)
    case library(LibraryOrder)
    case catalogue(CatalogueOrder)
    /// These take the place of the list; the one with this index plays.
    case play([Video], at: Int)
    case forget(HistoryChange)
    /// Puts an item at the end of the list and plays it, from `position` on; nil: from its beginning. One that is in the
    /// list is gone to.
    case playRemembered(location: String, position: MediaTime?)
    /// Attends the class there, which begins at `position`; nil: at its beginning.
    case attendRemembered(location: String, position: MediaTime?)
    /// Play the item anew from the start, after a failure.
    case retry
    /// Open a file of sound for the item that plays.
    case addSound(TrackFileRequest)
    /// Read a file of subtitles and show it.
    case addSubtitles(TrackFileRequest)
    /// Read it again.
    case reloadSubtitles(path: String)
    /// Read all lines of the item's own tracks.
    case indexSubtitles
    /// Stop the process; the backend reports ``InputEvent/resumed`` when it goes on.
    case suspend
    /// A command for whoever has the list, the subtitles and the like.
    case external(PlayerCommand)
    /// Write the whole screen anew.
    case redraw
    /// Give this to the clipboard of the viewer's machine.
    case copy(String)
    case screenshot(ScreenshotKind)
    /// Written to this path.
    case screenshotFile(ScreenshotKind, path: String)
    /// A line for the log.
    case print(String)
    /// Opens the page behind an advert, or says where it is.
    case learnMore(String)
}
