import Cells
import ClassPanes
import HomeScreen
import Library
import PlayCore

extension AppState {
    mutating func update(_ news: LibraryNews, at now: HostTime) -> [Effect] {
        switch news {
        case .folder(let path, let content):
            home.update(path, content)
        case .details(let details): home.note(details)
        case .looked(let look, .open): return open(look, at: now)
        case .looked(let look, .pasted): askAbout(look, at: now)
        case .completed(let answer):
            return room?.complete(answer) == true ? [] : complete(answer)
        case .found(let text, let paths): home.found(paths, for: text)
        }
        return []
    }
}
