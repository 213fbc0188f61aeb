import Cells
import ClassPanes
import Classes
import DownloadScreen
import HomeScreen
package import PlayCore
import PlaybackModel
import Playlists
import ScreenKit

/// The page after leaving an item or a page: the one with which the program started, or the list of downloads.
package struct Navigation: Sendable, Equatable {
    package enum Page: Sendable { case home, downloads }

    /// The page with which the program started, or `nil` if it started with an item.
    package var base: Page?
    /// Whether an item was chosen at home, which closes when the item starts.
    var awaitsItem = false
}

extension AppState {
    /// The reference with which the attended class was opened, or `nil` if there is none.
    var attendedClass: String? { room.flatMap { $0.view.isChatOnly ? nil : $0.view.reference } }

    /// Whether the screen of a class that opens, or that failed to, covers the item: that has no keys and no bar then.
    var awaitsClass: Bool { room?.isEntered == false }

    /// Whether something plays or could continue.
    var hasItem: Bool { !item.isLeft && ![.unload, .stopped, .failed].contains(snapshot.status) }

    // MARK: Pages

    /// Opens a page above the current one; home with its open folders.
    package mutating func openPage(_ page: Navigation.Page, at now: HostTime) -> [Effect] {
        switch page {
        case .home where home.isOffered: showsHome = true
        case .downloads where downloads.isOffered: showsDownloads = true
        case .home:
            message = Message(tr("Home is not available here"), .warning, at: now)
            return []
        case .downloads:
            message = Message(tr("Downloads are not available here"), .warning, at: now)
            return []
        }
        help = nil
        statistics = nil
        closePanels(at: now)
        pointer.hoverColumn = nil
        return page == .home ? [.readHistory] : []
    }

    /// Closes a page. Ends the program if there is nothing left to show.
    mutating func closePage(_ page: Navigation.Page) -> [Effect] {
        guard canClosePage(page) else { return [.quit] }
        hidePage(page)
        return []
    }

    /// Whether there is something to show without the page.
    func canClosePage(_ page: Navigation.Page) -> Bool { hasItem || navigation.base != page }

    mutating func hidePage(_ page: Navigation.Page) {
        uncover(page)
        switch page {
        case .home: home.pageClosed()
        case .downloads: downloads.pageClosed()
        }
    }

    /// Hides a page that keeps its state.
    mutating func uncover(_ page: Navigation.Page) {
        switch page {
        case .home: showsHome = false
        case .downloads: showsDownloads = false
        }
    }

    // MARK: Items

    /// Leaves the item: back to the page from which it was opened, else out of the program.
    mutating func leave(at now: HostTime) -> [Effect] {
        if let effects = returnToDownloads(at: now) { return effects }
        guard navigation.base == .home else { return [.quit] }
        let leaving: [Effect] = (attendedClass == nil ? [] : [.room(.leave)]) + [.stop(keepsList: true)]
        item.isLeft = true
        return leaving + openPage(.home, at: now)
    }

    /// Leaves an item that was opened from the list of downloads, back to it. Returns `nil` if it was not.
    mutating func returnToDownloads(at now: HostTime) -> [Effect]? {
        guard !showsDownloads, let location = downloads.openedLocation else { return nil }
        if let attendedClass {
            guard attendedClass == location else { return nil }
            // The item behind a class that was not entered continues.
            if !awaitsClass { item.isLeft = true }
            return openPage(.downloads, at: now) + [.room(.leave)]
        }
        guard list.current?.isAt(location) == true else { return nil }
        item.isLeft = true
        return openPage(.downloads, at: now) + [.stop(keepsList: true)]
    }

    /// Opens the page with which the program started when nothing plays. Closes home when the chosen item starts.
    mutating func followItem(_ position: PlaylistPosition, at now: HostTime) -> [Effect] {
        guard position.index != nil else {
            // Without an item there is no picture to float.
            picture.mode = .pane
            return navigation.base.map { openPage($0, at: now) } ?? []
        }
        let returns = navigation.base == .home && [.unload, .stopped].contains(program.lastEnding)
        if navigation.awaitsItem || returns { hidePage(.home) }
        navigation.awaitsItem = false
        return []
    }
}
