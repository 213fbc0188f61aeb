package import Catalogue
package import Cells
package import DownloadModel
package import History
package import Library
import PlayCore
import Playlists

/// The subject of a row of home.
package enum HomeItem: Sendable, Hashable {
    case remembered(RememberedRecord)
    /// The items of the list while none plays.
    case list
    case folder(String)
    /// A class at a path or an address.
    case room(String)
    case download(DownloadID)
    /// The list of all downloads.
    case downloads
    case catalogue(CataloguePlace)
}

/// The start page: items to continue, folders, downloads, the history, and the open folders above it.
package struct HomePage: Sendable, Equatable {
    /// Whether folders can be read.
    package var isOffered = false
    /// The folders of films.
    package var library: [String] = []
    /// Whether nothing above these folders is shown.
    package var isConfined = false
    /// The catalogues that can be browsed.
    package var catalogues: [CataloguePlace] = []
    /// The open catalogue, above the folders, or `nil` if there is none.
    package internal(set) var catalogue: CatalogueView?
    /// The number of the newest request to one.
    var catalogueNumber = 0
    /// The home folder, for `~` in shown paths.
    package var homeFolder: String?
    package internal(set) var list = ListState<HomeItem>(rows: [])
    /// The open folders, the innermost last; empty while home itself is shown.
    package internal(set) var folders: [FolderView] = []
    /// The known details of entries, by path.
    package private(set) var details: [String: EntryDetails] = [:]
    /// The newest cover.
    package internal(set) var cover: HomeCover?
    /// Whether the viewer has moved: the selection then stays with its row when rows above it change.
    var hasMoved = false
    /// Whether the viewer has added something to the list.
    var hasAdded = false
    /// The question before something is forgotten.
    package internal(set) var question: PanelQuestion?

    /// The most folders that are open one in another.
    static let mostFolders = 64
    /// The most details that are kept, more than a viewer sees in a session.
    private static let mostDetails = 20_000

    package init() {}

    package var folder: FolderView? {
        get { folders.last }
        set {
            guard let newValue, !folders.isEmpty else { return }
            folders[folders.count - 1] = newValue
        }
    }

    mutating func note(_ new: [String: EntryDetails]) {
        if details.count > Self.mostDetails { details = [:] }
        details.merge(new) { $1 }
    }

    /// Forgets the details of a folder's entries, which may be outdated.
    mutating func forgetDetails(in folder: String) {
        details = details.filter { !$0.key.hasPrefix(folder) }
    }
}

/// The screen's request for a picture of the selected entry.
package struct HomeCoverWish: CoverWish {
    package let path: String
    package let space: CellSpace

    package init(path: String, space: CellSpace) { (self.path, self.space) = (path, space) }
}

package typealias HomeCover = WishedPicture<HomeCoverWish>
