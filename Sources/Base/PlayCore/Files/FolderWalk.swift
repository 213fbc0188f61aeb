import CPlatform
import Glibc

/// Walks through a folder and those below it, each folder before its contents. Names are bytes (``ByteText``). Entries
/// that vanish meanwhile are skipped. Holds a descriptor for each level. Blocks as the disk does; any thread.
package struct FolderWalk {
    package enum Kind: Sendable { case file, folder, link, other }

    package enum Links: Sendable {
        case listed
        /// A link counts as its target, unless the target is missing. No folder is entered within itself.
        case followed
    }

    package struct Entry: Sendable, Equatable {
        /// Relative to the folder of the walk: `a/b.mkv`.
        package let path: String
        package let name: String
        /// 1 for an entry of the walk's own folder.
        package let depth: Int
        package let kind: Kind
        /// `nil` unless ``FolderWalk/readsStatus`` is set.
        package let status: Status?
    }

    package struct Status: Sendable, Equatable {
        package let size: Int64
        /// Nanoseconds since 1970.
        package let modified: Int64
    }

    package enum Event {
        case entry(Entry)
        case unreadable(Entry, FileError)
        case cycle(Entry)
    }

    package enum Step {
        case proceed
        case skip
        case stop
    }

    package enum End: Sendable {
        case complete
        case cut
        case stopped
    }

    /// Levels to walk; 1 for the folder itself.
    private let depth: Int
    private let links: Links
    private let limit: Int
    private let readsStatus: Bool
    private let order: ((String, String) -> Bool)?

    /// `limit` counts all entries; `readsStatus` costs a system call each. Without `order`: the file system's order.
    package init(
        depth: Int = 1, links: Links = .listed, limit: Int = .max, readsStatus: Bool = false,
        order: ((String, String) -> Bool)? = nil
    ) {
        self.depth = depth
        self.links = links
        self.limit = limit
        self.readsStatus = readsStatus
        self.order = order
    }

    /// - Throws: if the folder itself cannot be read.
    @discardableResult
    package func visit(_ path: String, _ body: (Event) -> Step) throws(FileError) -> End {
        let folder = try OpenFolder(path, followsLink: true)
        var ancestors = [try folder.identity()]
        var left = limit
        let names = try read(folder, &left)
        return walk(folder, names, prefix: "", depth: 1, &ancestors, &left, body)
    }

    /// Returns all entries at once. An unreadable folder below is listed without its contents.
    package func entries(of path: String) throws(FileError) -> [Entry] {
        var entries: [Entry] = []
        try visit(path) { event in
            if case .entry(let entry) = event { entries.append(entry) }
            return .proceed
        }
        return entries
    }

    private func read(_ folder: borrowing OpenFolder, _ left: inout Int) throws(FileError) -> [OpenFolder.Name] {
        // One name beyond the limit reveals that there are more.
        let names = try folder.names(limit: left == .max ? left : left + 1)
        left -= names.count
        guard let order else { return names }
        return names.sorted { order($0.text, $1.text) }
    }

    private func walk(
        _ folder: borrowing OpenFolder, _ names: [OpenFolder.Name], prefix: String, depth: Int,
        _ ancestors: inout [OpenFolder.Identity], _ left: inout Int, _ body: (Event) -> Step
    ) -> End {
        for name in left < 0 ? names.dropLast() : names[...] {
            guard let entry = entry(name, in: folder, prefix: prefix, depth: depth) else { continue }
            switch body(.entry(entry)) {
            case .stop: return .stopped
            case .skip: continue
            case .proceed: break
            }
            guard entry.kind == .folder, depth < self.depth, left >= 0 else { continue }
            let end = enter(entry, in: folder, &ancestors, &left, body)
            if end == .stopped { return end }
        }
        return left < 0 ? .cut : .complete
    }

    private func enter(
        _ entry: Entry, in parent: borrowing OpenFolder, _ ancestors: inout [OpenFolder.Identity],
        _ left: inout Int, _ body: (Event) -> Step
    ) -> End {
        do throws(FileError) {
            let folder = try parent.folder(entry.name, followsLink: links == .followed)
            let identity = try folder.identity()
            guard !ancestors.contains(identity) else { return body(.cycle(entry)) == .stop ? .stopped : .complete }
            ancestors.append(identity)
            defer { ancestors.removeLast() }
            let names = try read(folder, &left)
            return walk(
                folder, names, prefix: entry.path + "/", depth: entry.depth + 1, &ancestors, &left, body)
        } catch {
            if error.isMissing { return .complete }
            return body(.unreadable(entry, error)) == .stop ? .stopped : .complete
        }
    }

    private func entry(
        _ name: OpenFolder.Name, in folder: borrowing OpenFolder, prefix: String, depth: Int
    ) -> Entry? {
        var kind = name.kind
        var status: Status?
        let followsLink = links == .followed
        if kind == nil || readsStatus || (followsLink && kind == .link) {
            do throws(FileError) {
                let information = try folder.status(name.text, followsLink: followsLink)
                kind = Kind(information)
                if readsStatus { status = Status(information) }
            } catch {
                // A dangling link still exists. Any other entry without a status has vanished.
                guard followsLink, kind == .link else { return nil }
            }
        }
        return kind.map { Entry(path: prefix + name.text, name: name.text, depth: depth, kind: $0, status: status) }
    }
}

extension FolderWalk.Status {
    fileprivate init(_ information: stat) {
        size = Int64(information.st_size)
        modified = Int64(information.st_mtim.tv_sec) * 1_000_000_000 + Int64(information.st_mtim.tv_nsec)
    }
}

extension FolderWalk {
    package static func names(in path: String, limit: Int = .max) throws(FileError) -> [String] {
        try OpenFolder(path, followsLink: true).names(limit: limit).map(\.text)
    }

    /// Returns the names in a folder that may be missing. Logs other errors.
    package static func names(in path: String, limit: Int = .max, for component: String) -> [String] {
        do throws(FileError) {
            return try names(in: path, limit: limit)
        } catch {
            if !error.isMissing { Log.shared.write(.warning, component, "\(error)") }
            return []
        }
    }
}
