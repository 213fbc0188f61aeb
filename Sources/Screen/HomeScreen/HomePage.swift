package import Catalogue
package import Cells
package import DownloadModel
package import History
package import Library
import PlayCore
import Playlists
package import ScreenKit

package enum HomeItem: Sendable, Hashable {
    case remembered(RememberedRecord)
    /// The items of the list while nothing plays.
    case list
    case folder(String)
    /// A class at a path or an address.
    case room(String)
    case download(DownloadID)
    case downloads
    case catalogue(CataloguePlace)
}

/// The start page and the open folders above it.
package struct HomePage: Sendable, Equatable {
    package var isOffered = false
    package var library: [String] = []
    /// Whether nothing above these folders is accessible.
    package var isConfined = false
    package var catalogues: [CataloguePlace] = []
    /// The open catalogue, above the folders.
    package internal(set) var catalogue: CatalogueView?
    /// Increases with each request to a catalogue.
    var catalogueNumber = 0
    /// The folder shown as `~`.
    package var homeFolder: String?
    package internal(set) var list = ListState<HomeItem>(rows: [])
    /// The open folders, the innermost last; empty if home itself is shown.
    package internal(set) var folders: [FolderView] = []
    /// The details by path.
    package private(set) var details: [String: EntryDetails] = [:]
    package var cover: HomeCover?
    /// Whether the viewer has moved the selection. It then stays with its row when rows above it change.
    var hasMoved = false
    package var hasAdded = false

    package typealias Consequences = [Consequence<HomeOrder>]
    /// The record to forget once the viewer confirms.
    package internal(set) var forgets: RememberedRecord?

    static let mostFolders = 64
    /// More than a viewer sees in a session.
    private static let mostDetails = 20_000

    package init() {}

    package var folder: FolderView? {
        get { folders.last }
        set {
            guard let newValue, !folders.isEmpty else { return }
            folders[folders.count - 1] = newValue
        }
    }

    /// Whether keys are the text of a field.
    package var takesText: Bool {
        if let catalogue { return catalogue.editor != nil }
        return folder.map(\.isTyping) ?? (list.filter != nil)
    }

    /// Ends what belongs to the open page.
    package mutating func pageClosed() { forgets = nil }

    package mutating func update(_ answer: CatalogueAnswer) { catalogue?.update(answer) }

    package mutating func update(_ path: String, _ content: FolderView.Content) {
        guard let index = folders.lastIndex(where: { $0.path == path }) else { return }
        folders[index].update(content)
    }

    /// Adds films found in the library to the search.
    package mutating func found(_ paths: [String], for text: String) { catalogue?.found(paths, for: text) }

    package mutating func note(_ new: [String: EntryDetails]) {
        if details.count > Self.mostDetails { details = [:] }
        details.merge(new) { $1 }
    }

    /// Forgets a folder's details, which may be outdated.
    mutating func forgetDetails(in folder: String) {
        details = details.filter { !$0.key.hasPrefix(folder) }
    }
}

package struct HomeCoverWish: CoverWish {
    package let path: String
    package let space: CellSpace

    package init(path: String, space: CellSpace) { (self.path, self.space) = (path, space) }
}

package typealias HomeCover = WishedPicture<HomeCoverWish>

extension HistoryChange {
    package var question: String {
        switch self {
        case .forget: tr("Remove this entry? y yes, any other key no")
        case .forgetPlayed, .forgetPositions: tr("Clear the list? y yes, any other key no")
        }
    }
}
