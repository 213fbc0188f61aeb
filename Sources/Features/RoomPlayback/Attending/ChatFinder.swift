import PlayCore
import Playlists
import RoomImport
import Text

/// Looks for chats beside the video that plays. One thread; folders are read on another one, which nobody waits for.
final class ChatFinder {
    private struct Found: Sendable {
        var path: String?
        var locations: [String] = []
    }

    private let found = Monitor(Found())
    private let wakeUp: WakeUp

    /// - Parameter wakeUp: signalled when a folder was read.
    init(wakeUp: WakeUp) { self.wakeUp = wakeUp }

    /// - Parameter path: of the video; nil or an address: there is no folder to look into.
    func look(beside path: String?) {
        let path = path.flatMap { $0 == "-" || AddressText.scheme(of: $0) != nil ? nil : $0 }
        let isOther = found.update { found in
            defer { if found.path != path { found = Found(path: path) } }
            return found.path != path
        }
        guard isOther, let path else { return }
        let (found, wakeUp) = (found, wakeUp)
        WorkerThread(name: "chats") {
            let folder = PathText.folder(of: path)
            let names = FolderWalk.names(in: folder.isEmpty ? "." : folder, for: "rooms")
            let locations = ChatFileNames.candidates(video: PathText.name(of: path), in: names).map {
                folder.isEmpty ? $0 : folder.hasSuffix("/") ? folder + $0 : folder + "/" + $0
            }
            found.update { if $0.path == path { $0.locations = locations } }
            wakeUp.signal()
        }.detach()
    }

    /// Of the video that was named last.
    var locations: [String] { found.withLock { $0.locations } }
}
