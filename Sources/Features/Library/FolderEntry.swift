package import PlayCore
import Playlists

package struct FolderEntry: Sendable, Equatable {
    package enum Kind: Sendable, Equatable, CaseIterable {
        case folder
        /// Video or sound.
        case media
        case playlist
        case other

        /// The order in a listing: folders, media, other files.
        var part: Int {
            switch self {
            case .folder: 0
            case .media, .playlist: 1
            case .other: 2
            }
        }
    }

    /// The name's bytes (``ByteText``).
    package let name: String
    package let kind: Kind

    package init(_ name: String, _ kind: Kind) {
        self.name = name
        self.kind = kind
    }

    package var isHidden: Bool { name.hasPrefix(".") }

    /// Decides as far as the file system reports the kind in a listing.
    package static func kind(_ name: String, _ kind: FolderWalk.Kind) -> Kind {
        switch kind {
        case .folder: .folder
        case .file where MediaName.isMedia(name): .media
        case .file where PlaylistFormat.named(name) != nil: .playlist
        case .file, .link, .other: .other
        }
    }
}

/// The details of an entry, determined in the background.
package enum EntryDetails: Sendable, Equatable {
    /// A folder with the number of films and sounds directly in it.
    case folder(media: Int)
    /// A folder that is a class.
    case room
    case media(duration: MediaTime?)
    /// The file is damaged or unreadable, or the disk does not respond.
    case unknown
}
