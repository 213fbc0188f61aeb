package import Catalogue
package import Cells
package import DownloadModel
package import History
package import Library
import Lists
import PlayCore

/// What a row of home stands for.
package enum HomeItem: Sendable, Hashable {
    case remembered(RememberedRecord)
    /// What is in the list and does not play.
    case list
    case folder(String)
    /// A class at a path or an address.
    case room(String)
    case download(DownloadID)
    /// All of them.
    case downloads
    case catalogue(CataloguePlace)
}

/// Where one begins and comes back to: what can be continued, folders, downloads, what was played; and the folders that
/// are open above it. A value.
package struct HomePage: Sendable, Equatable {
    /// There is somebody who reads folders.
    package var isOffered = false
    /// The program was started without anything to play: what was opened leads back here.
    package var isBase = false
    /// Folders of films.
    package var library: [String] = []
    /// Nothing above these is shown.
    package var isConfined = false
    /// Catalogues that can be looked through.
    package var catalogues: [CataloguePlace] = []
    /// The one that is open, above the folders; nil: none.
    package internal(set) var catalogue: CatalogueView?
    /// Of the newest question to one.
    var catalogueNumber = 0
    /// For `~` in paths that are shown.
    package var homeFolder: String?
    package internal(set) var list = ListState<HomeItem>(rows: [])
    /// The open folders, the innermost last; empty: home itself is shown.
    package internal(set) var folders: [FolderView] = []
    /// What is known of entries, by path.
    package private(set) var details: [String: EntryDetails] = [:]
    /// The newest that was made.
    package internal(set) var cover: HomeCover?
    /// Something was chosen to be played: home gives way to it once it begins.
    var isOpening = false
    /// The viewer has looked around: the selection stays with its row, whatever comes above it.
    var hasMoved = false
    /// The viewer has put something into the list.
    var hasAdded = false
    /// What is asked before something is forgotten.
    package internal(set) var question: PanelQuestion?

    /// Folders that are open one in another.
    static let mostFolders = 64
    /// More than anybody looks at in a run.
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

    /// What is known of the entries of a folder may be wrong now.
    mutating func forgetDetails(in folder: String) {
        details = details.filter { !$0.key.hasPrefix(folder) }
    }
}

/// A picture of the selected entry as the screen wants it. A value.
package struct HomeCoverWish: CoverWish {
    package let path: String
    package let space: CellSpace

    package init(path: String, space: CellSpace) { (self.path, self.space) = (path, space) }
}

package typealias HomeCover = WishedPicture<HomeCoverWish>
