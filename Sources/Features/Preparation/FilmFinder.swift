package import PlayCore
import Playlists
package import Streaming

/// Blocks on disk access; any thread.
package enum FilmFinder {
    /// Deeper folders are a mistake.
    private static let mostLevels = 32

    /// Returns each film once, in natural order of names. Hidden files are skipped.
    ///
    /// - Parameters:
    ///   - paths: of folders or films.
    ///   - fail: receives the error for each path that cannot be read.
    package static func find(_ paths: [String], _ fail: (FileError) -> Void) -> [PreparedPlace] {
        var found: [PreparedPlace] = []
        var seen: Set<PreparedPlace> = []
        func add(_ path: String) {
            if let place = PreparedPlace(of: path), seen.insert(place).inserted { found.append(place) }
        }
        for path in paths {
            if FilmStamp.of(path) != nil {
                add(path)
                continue
            }
            walk(path, fail) { entry in
                if entry.name.hasPrefix(".") { return .skip }
                if entry.kind == .file, MediaName.isMedia(entry.name) { add(join(path, entry.path)) }
                return .proceed
            }
        }
        return found
    }

    /// Includes prepared films whose film no longer exists.
    package static func prepared(in paths: [String], _ fail: (FileError) -> Void) -> [PreparedPlace] {
        var found: [PreparedPlace] = []
        for path in paths {
            if FilmStamp.of(path) != nil {
                if let place = PreparedPlace(of: path), PreparedFolder.exists(place) { found.append(place) }
                continue
            }
            walk(path, fail) { entry in
                let parent = PathText.name(of: PathText.folder(of: "/" + entry.path))
                if entry.name.hasPrefix("."), entry.name != PreparedPlace.folderName { return .skip }
                guard entry.kind == .folder, parent == PreparedPlace.folderName else { return .proceed }
                let films = PathText.folder(of: PathText.folder(of: join(path, entry.path)))
                let place = PreparedPlace(film: films + "/" + entry.name)
                if PreparedFolder.exists(place) { found.append(place) }
                return .skip
            }
        }
        return found
    }

    private static func join(_ folder: String, _ path: String) -> String {
        folder.hasSuffix("/") ? folder + path : folder + "/" + path
    }

    private static func walk(
        _ path: String, _ fail: (FileError) -> Void, _ body: (FolderWalk.Entry) -> FolderWalk.Step
    ) {
        do throws(FileError) {
            let walk = FolderWalk(depth: mostLevels, links: .followed, order: NaturalOrder.precedes)
            try walk.visit(path) { event in
                switch event {
                case .entry(let entry): return body(entry)
                case .unreadable(_, let error): fail(error)
                case .cycle: break
                }
                return .proceed
            }
        } catch {
            fail(error)
        }
    }
}
