package import PlayCore
import Text

/// What is in a folder: folders, then what plays, then everything else, each part in natural order. A value.
package struct FolderListing: Sendable, Equatable {
    /// As it was asked for.
    package let path: String
    /// Through all links: what remembered positions are known by.
    package let realPath: String
    package let entries: [FolderEntry]
    /// Index of the first entry that is neither a folder nor plays.
    package let otherStart: Int
    /// There are more than are listed.
    package let isCut: Bool

    /// More than a folder that people browse holds; 150 bytes each.
    package static let mostEntries = 200_000

    package init(path: String, realPath: String, entries unordered: [FolderEntry], isCut: Bool = false) {
        self.path = path
        self.realPath = realPath
        self.isCut = isCut
        var parts: [[FolderEntry]] = [[], [], []]
        for entry in unordered { parts[entry.kind.part].append(entry) }
        entries = parts.flatMap { part in NaturalOrder.order(part.map(\.name)).map { part[$0] } }
        otherStart = parts[0].count + parts[1].count
    }

    package func path(of entry: FolderEntry) -> String { Self.join(path, entry.name) }

    package func realPath(of entry: FolderEntry) -> String { Self.join(realPath, entry.name) }

    package static func join(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    /// Reads it from the disk. Blocks as the disk does; any thread.
    package static func read(_ path: String, limit: Int = mostEntries) throws(FileError) -> FolderListing {
        var entries: [FolderEntry] = []
        let end = try FolderWalk(links: .followed, limit: limit).visit(path) { event in
            if case .entry(let entry) = event {
                entries.append(FolderEntry(entry.name, FolderEntry.kind(entry.name, entry.kind)))
            }
            return .proceed
        }
        return FolderListing(
            path: path, realPath: FileStatus.realPath(path) ?? path, entries: entries, isCut: end == .cut)
    }
}
