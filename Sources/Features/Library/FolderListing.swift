package import PlayCore

/// Folders, then media, then other files, each part in natural order.
package struct FolderListing: Sendable, Equatable {
    /// The path in its requested form.
    package let path: String
    /// The path with all links resolved. Resume positions use this key.
    package let realPath: String
    package let entries: [FolderEntry]
    /// The index of the first entry that is neither a folder nor media.
    package let otherStart: Int
    package let isCut: Bool

    /// The most entries: more than any folder that people browse has. Each takes 150 bytes.
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

    /// Blocks on disk access; any thread.
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
