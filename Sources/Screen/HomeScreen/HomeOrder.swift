package import DownloadModel
package import DownloadScreen
package import History
package import Library
package import PlayCore
package import Playlists
package import ScreenKit

/// The facts about the player on which home depends.
package struct HomeContext: Sendable {
    package let player: PlayerContext
    package let history: HistoryList
    package let downloads: DownloadsPage
    package let playlist: PlaylistPosition
    package let isKiosk: Bool
    /// Whether the program started with home, so that closing it ends the program.
    package let isBase: Bool
    /// Whether a field above the page has the bottom line.
    package let isTyping: Bool

    package init(
        _ player: PlayerContext, history: HistoryList, downloads: DownloadsPage, playlist: PlaylistPosition,
        isKiosk: Bool, isBase: Bool, isTyping: Bool
    ) {
        (self.player, self.history, self.downloads, self.playlist) = (player, history, downloads, playlist)
        (self.isKiosk, self.isBase, self.isTyping) = (isKiosk, isBase, isTyping)
    }
}

package enum HomeOrder: Sendable, Equatable {
    case readHistory
    case library(LibraryOrder)
    case catalogue(CatalogueOrder)
    case forget(HistoryChange)
    /// Replaces the list by the videos, and plays the one at the index.
    case play([Video], at: Int)
    case playRemembered(RememberedRecord)
    case playList
    case load(path: String, LoadMode)
    case download(reference: String, title: String?)
    /// Opens the list of downloads, with one of them selected.
    case openDownloads(DownloadID?)
}
