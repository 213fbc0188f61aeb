import Lists
import PlayCore

extension Player {
    /// What a class consists of takes the place of whatever there is.
    func attend(_ videos: [Video], at index: Int, plays: Bool) {
        list.clear(keepsCurrent: false)
        _ = list.insert(videos, options)
        guard list.jump(toPlace: index, hasFailed: hasFailed) else { return }
        _ = openCurrent(plays: plays)
        wakeUp.signal()
    }
}
