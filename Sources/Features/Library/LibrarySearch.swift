import PlayCore
import Playlists

package enum LibrarySearch {
    /// A more specific search finds the rest.
    package static let mostFound = 200
    /// The most entries per library folder, so that a search ends on any disk.
    private static let mostEntries = 50_000
    private static let depth = 6

    /// Returns paths with all links resolved, in natural order of their names. Blocks on disk access; any thread.
    package static func find(_ text: String, in folders: [String]) -> [String] {
        let words = SearchWords(text)
        var found: Set<String> = []
        for folder in folders {
            let walk = FolderWalk(depth: depth, links: .followed, limit: mostEntries)
            _ = try? walk.visit(folder) { event in
                guard case .entry(let entry) = event else { return .proceed }
                guard !entry.name.hasPrefix(".") else { return .skip }
                if FolderEntry.kind(entry.name, entry.kind) == .media, words.occur(in: ByteText.shown(entry.name)) {
                    let path = FolderListing.join(folder, entry.path)
                    found.insert(FileStatus.realPath(path) ?? path)
                }
                return found.count < mostFound ? .proceed : .stop
            }
        }
        let paths = Array(found)
        return NaturalOrder.order(paths.map { PathText.name(of: $0) }).map { paths[$0] }
    }

    package static func isSearch(_ text: String) -> Bool {
        !text.contains("/") && !text.hasPrefix("~") && !MediaName.isMedia(text)
    }
}
