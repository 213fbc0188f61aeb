import PlayCore

/// Completes a path while it is typed, as shells do.
package enum PathCompletion {
    package struct Answer: Sendable, Equatable {
        package let text: String
        /// Extended by the candidates' common beginning.
        package let completed: String
        package let candidates: [String]

        package init(text: String, completed: String, candidates: [String]) {
            (self.text, self.completed, self.candidates) = (text, completed, candidates)
        }
    }

    static let mostCandidates = 50

    /// Returns the folder to search, and the beginning of the name in it.
    static func parts(_ text: String, home: String?) -> (folder: String, name: String) {
        let path = DroppedText.expanded(text, home: home)
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let folder = path[..<slash]
        return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
    }

    /// - Parameter entries: of the folder of ``parts(_:home:)``.
    static func answer(_ text: String, home: String?, entries: [FolderEntry]) -> Answer {
        // `~` alone is an unfinished folder.
        if text == "~", home != nil { return Answer(text: text, completed: "~/", candidates: []) }
        let name = parts(text, home: home).name
        let matching = matches(name, entries)
        guard let first = matching.first else { return Answer(text: text, completed: text, candidates: []) }
        let common = matching.dropFirst().reduce(first.name) { commonPrefix($0, $1.name) }
        // Names that match only in sound or case need not begin alike.
        var completed = common.isEmpty ? text : String(text.dropLast(name.count)) + common
        if matching.count == 1, first.kind == .folder { completed += "/" }
        let candidates = matching.count == 1 ? [] : matching.prefix(mostCandidates).map(shownName)
        return Answer(text: text, completed: completed, candidates: candidates)
    }

    /// Returns exact beginnings, else matches without case or width. Hidden entries match if `name` begins with a dot.
    private static func matches(_ name: String, _ entries: [FolderEntry]) -> [FolderEntry] {
        let offered = entries.filter { name.hasPrefix(".") || !$0.isHidden }
        var matching = offered.filter { $0.name.hasPrefix(name) }
        if matching.isEmpty {
            let typed = SearchTerm(name)
            matching = offered.filter { typed.begins($0.name) }
        }
        return NaturalOrder.order(matching.map(\.name)).map { matching[$0] }
    }

    private static func commonPrefix(_ a: String, _ b: String) -> String {
        String(zip(a, b).prefix { $0 == $1 }.map(\.0))
    }

    private static func shownName(_ entry: FolderEntry) -> String {
        entry.kind == .folder ? entry.name + "/" : entry.name
    }

    /// Blocks on disk access; any thread.
    package static func complete(_ text: String, home: String?) -> Answer {
        do throws(FileError) {
            let listing = try FolderListing.read(parts(text, home: home).folder)
            return answer(text, home: home, entries: listing.entries)
        } catch {
            return Answer(text: text, completed: text, candidates: [])
        }
    }
}
