package import PlayCore

package enum LibraryNews: Sendable, Equatable {
    case folder(path: String, FolderView.Content)
    case details([String: EntryDetails])
    case looked(LocationLook, LibraryOrder.Purpose)
    case completed(PathCompletion.Answer)
    /// The text of the search and the paths of the found films.
    case found(String, [String])
}

package enum LibraryOrder: Sendable, Hashable {
    case list(folder: String)
    /// A typed word, or a whole paste.
    case look(String, Purpose)
    case complete(String)
    /// Searches for words in the given folders.
    case search(String, [String])

    package enum Purpose: Sendable, Hashable {
        case open
        /// The viewer chooses an action for the text.
        case pasted
    }
}

/// Reads folders on its own threads. Abandons disks that do not respond. Main thread; never blocks.
package final class LibraryReader {
    /// The time to list a folder. Long enough for a sleeping disk to wake.
    private static let patience = HostTime.seconds(8)
    /// The time to examine a file. Damaged files are abandoned earlier.
    private static let probePatience = HostTime.seconds(15)

    private let folders: PatientLane<LibraryOrder, LibraryNews>
    private let details: PatientLane<EntryProbe.Job, EntryDetails>

    /// - Parameters:
    ///   - home: the folder that replaces `~`.
    ///   - workingFolder: the folder of relative paths.
    ///   - cacheFolder: the folder of the stored lengths, or `nil` to store none.
    ///   - wakeUp: signalled when there are results.
    package init(
        home: String?, workingFolder: String, cacheFolder: String?, finder: EntryProbe.Finder, wakeUp: WakeUp
    ) {
        folders = PatientLane(name: "folder", patience: Self.patience, wakeUp: wakeUp) { _ in
            { Self.news($0, home: home, from: workingFolder, isRoom: finder.isRoom) }
        }
        details = PatientLane(name: "folder-look", patience: Self.probePatience, wakeUp: wakeUp) { cancel in
            let probe = EntryProbe(finder, cacheFolder: cacheFolder)
            return { probe.details($0, cancel) }
        }
    }

    package func perform(_ order: LibraryOrder) { folders.add(order) }

    /// Replaces the waiting requests. Those nearest to the selection come first.
    package func wantDetails(_ jobs: [EntryProbe.Job]) { details.want(jobs) }

    package var nextCheck: HostTime? { HostTime.earlier(folders.nextCheck, details.nextCheck) }

    /// Returns the results since the last call. Abandons work beyond its time limit.
    package func receive(at now: HostTime) -> [LibraryNews] {
        var news = folders.takeAnswers().map(\.answer)
        var found = Dictionary(
            details.takeAnswers().map { ($0.job.path, $0.answer) }, uniquingKeysWith: { $1 })
        if let silent = details.check(at: now) { found[silent.path] = .unknown }
        if !found.isEmpty { news.append(.details(found)) }
        if let silent = folders.check(at: now) { news.append(Self.silence(silent)) }
        return news
    }

    package func close() {
        folders.close()
        details.close()
    }

    // MARK: The thread

    private static func news(
        _ order: LibraryOrder, home: String?, from folder: String, isRoom: (String) -> Bool
    ) -> LibraryNews {
        switch order {
        case .list(let path):
            do throws(FileError) {
                return .folder(path: path, .listing(try FolderListing.read(path)))
            } catch {
                return .folder(path: path, .failed(error.reason))
            }
        case .look(let text, let purpose):
            // A literal path, with its quotes and backslashes, takes precedence over a shell's reading.
            let plain = LocationLook.look([DroppedText.expanded(text, home: home)], from: folder, isRoom: isRoom)
            if plain.targets[0].kind != .missing, !text.contains(where: \.isNewline) { return .looked(plain, purpose) }
            let locations = DroppedText.locations(in: text, home: home)
            return .looked(LocationLook.look(locations, from: folder, isRoom: isRoom), purpose)
        case .complete(let text): return .completed(PathCompletion.complete(text, home: home))
        case .search(let text, let folders): return .found(text, LibrarySearch.find(text, in: folders))
        }
    }

    private static func silence(_ order: LibraryOrder) -> LibraryNews {
        switch order {
        case .list(let path): .folder(path: path, .silent)
        case .look(let text, let purpose): .looked(LocationLook([LocationLook.Target(text, .silent)]), purpose)
        case .complete(let text): .completed(PathCompletion.Answer(text: text, completed: text, candidates: []))
        case .search(let text, _): .found(text, [])
        }
    }
}
