import ClassImport
import PlayCore
import Playlists

/// Searches for chats beside the playing video. For one thread, which never blocks: a thread of its own reads each
/// folder.
final class ChatFinder {
    struct Found: Sendable {
        fileprivate var path: String?
        var locations: [String] = []
        var isSought = false
    }

    private let found = Monitor(Found())
    private let wakeUp: WakeUp
    private let names: @Sendable (_ folder: String) -> [String]

    /// Signals `wakeUp` when a folder has been read. `names` returns the files in a folder, and may block.
    init(
        wakeUp: WakeUp,
        names: @escaping @Sendable (_ folder: String) -> [String] = { FolderWalk.names(in: $0, for: "rooms") }
    ) {
        (self.wakeUp, self.names) = (wakeUp, names)
    }

    /// - Parameter path: the video's. With `nil` or an address, no folder is read.
    func look(beside path: String?) {
        let path = path.flatMap { $0 == "-" || AddressText.scheme(of: $0) != nil ? nil : $0 }
        let isOther = found.update { found in
            defer { if found.path != path { found = Found(path: path, isSought: path != nil) } }
            return found.path != path
        }
        guard isOther, let path else { return }
        let (found, wakeUp, names) = (found, wakeUp, names)
        WorkerThread(name: "chats") {
            let folder = PathText.folder(of: path)
            let files = names(folder.isEmpty ? "." : folder)
            let locations = ChatFileNames.candidates(video: PathText.name(of: path), in: files).map {
                folder.isEmpty ? $0 : folder.hasSuffix("/") ? folder + $0 : folder + "/" + $0
            }
            found.update { if $0.path == path { ($0.locations, $0.isSought) = (locations, false) } }
            wakeUp.signal()
        }.detach()
    }

    var newest: Found { found.withLock(\.self) }
}
