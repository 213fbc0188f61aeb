package import PlayCore

/// What came of reading folders. A value.
package enum LibraryNews: Sendable, Equatable {
    case folder(path: String, FolderView.Content)
    /// By path.
    case details([String: EntryDetails])
    case looked(LocationLook, LibraryOrder.Purpose)
    case completed(PathCompletion.Answer)
    /// Paths of films; the text is the one that was asked for.
    case found(String, [String])
}

/// What is asked of the disk. A value.
package enum LibraryOrder: Sendable, Hashable {
    case list(folder: String)
    /// The text is one word of a person's or a whole paste.
    case look(String, Purpose)
    case complete(String)
    /// Films by words, in folders.
    case search(String, [String])

    package enum Purpose: Sendable, Hashable {
        /// Typed to be opened.
        case open
        /// Pasted: what to do with it is asked.
        case pasted
    }
}

/// Reads folders for the screen on threads of its own, and gives up on disks that do not answer. Main thread; nothing
/// waits.
package final class LibraryReader {
    /// A disk that sleeps wakes within this.
    private static let patience = HostTime.seconds(8)
    /// A damaged file is given up sooner.
    private static let probePatience = HostTime.seconds(15)

    private let folders: PatientLane<LibraryOrder, LibraryNews>
    private let details: PatientLane<EntryProbe.Job, EntryDetails>

    /// - Parameters:
    ///   - home: for `~`.
    ///   - workingFolder: where relative paths begin.
    ///   - cacheFolder: where lengths are kept; nil: nowhere.
    ///   - wakeUp: signalled when there is news.
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

    /// Those in view, the nearest to the selection first; they take the place of others that wait.
    package func wantDetails(_ jobs: [EntryProbe.Job]) { details.want(jobs) }

    package var nextCheck: HostTime? { HostTime.earlier(folders.nextCheck, details.nextCheck) }

    /// What has come since; what takes too long is given up.
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
            // A path as it is, whatever quotes and backslashes its name has, goes before what a shell would read.
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
