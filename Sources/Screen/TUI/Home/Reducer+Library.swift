import Cells
import Library
import PlayCore

extension AppState {
    mutating func update(_ news: LibraryNews, at now: HostTime) -> [Effect] {
        switch news {
        case .folder(let path, let content):
            guard let index = home.folders.lastIndex(where: { $0.path == path }) else { return [] }
            home.folders[index].update(content)
        case .details(let details):
            home.note(details)
        case .looked(let look, .open): return open(look, at: now)
        case .looked(let look, .pasted): askAbout(look, at: now)
        case .completed(let answer):
            if liveCommandLine?.isCompleting == true {
                liveCommandLine?.complete(answer)
                return []
            }
            return complete(answer)
        case .found(let text, let paths): home.catalogue?.found(paths, for: text)
        }
        return []
    }
}
