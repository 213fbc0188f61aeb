package import PlayCore
import Playlists

/// One name in a folder. A value.
package struct FolderEntry: Sendable, Equatable {
    package enum Kind: Sendable, Equatable, CaseIterable {
        case folder
        /// Video or sound.
        case media
        case playlist
        case other

        /// In which part of a listing it stands: folders, what plays, everything else.
        var part: Int {
            switch self {
            case .folder: 0
            case .media, .playlist: 1
            case .other: 2
            }
        }
    }

    /// Bytes (``ByteText``).
    package let name: String
    package let kind: Kind

    package init(_ name: String, _ kind: Kind) {
        self.name = name
        self.kind = kind
    }

    package var isHidden: Bool { name.hasPrefix(".") }

    /// What a name stands for, as far as the file system tells while it lists.
    package static func kind(_ name: String, _ kind: FolderWalk.Kind) -> Kind {
        switch kind {
        case .folder: .folder
        case .file where MediaName.isMedia(name): .media
        case .file where PlaylistFormat.named(name) != nil: .playlist
        case .file, .link, .other: .other
        }
    }
}

/// What is found out about an entry in the background. A value.
package enum EntryDetails: Sendable, Equatable {
    /// Films and sounds directly in it.
    case folder(media: Int)
    /// A folder that is a class.
    case room
    /// Nil: unknown.
    case media(duration: MediaTime?)
    /// Nothing could be found out: damaged, forbidden, or the disk does not answer.
    case unknown
}
