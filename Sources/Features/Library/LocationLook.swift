import PlayCore
import Playlists

package struct LocationLook: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case folder
        case room
        case file
        case address
        case missing
        case silent
    }

    package struct Target: Sendable, Equatable {
        /// An absolute path, or the address.
        package let location: String
        package let kind: Kind

        package init(_ location: String, _ kind: Kind) {
            self.location = location
            self.kind = kind
        }
    }

    package let targets: [Target]

    package init(_ targets: [Target]) { self.targets = targets }

    /// Blocks on disk access; any thread.
    ///
    /// - Parameter folder: the folder of relative paths.
    static func look(_ locations: [String], from folder: String, isRoom: (String) -> Bool) -> LocationLook {
        LocationLook(
            locations.map { location in
                if AddressText.isAddress(location) { return Target(location, .address) }
                let path = location.hasPrefix("/") ? location : FolderListing.join(folder, location)
                return Target(PathText.normalized(path), kind(path, isRoom: isRoom))
            })
    }

    private static func kind(_ path: String, isRoom: (String) -> Bool) -> Kind {
        switch FileStatus.of(path)?.kind {
        case .folder: isRoom(path) ? .room : .folder
        case .file, .link, .other: .file
        case nil: .missing
        }
    }
}
