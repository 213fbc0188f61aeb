/// Indices count from 0.
package enum PlaylistChange: Sendable, Equatable {
    case loadList(String, mode: LoadMode)
    case clear
    /// `nil` removes the current entry.
    case remove(Int?)
    case move(Int, to: Int)
    case shuffle
    case unshuffle
    /// The property `shuffle`: shuffles now and in each later playthrough, or restores the order.
    case setShuffled(Bool)
    case setRepeat(PlaylistRepeat)
}

package enum LoadMode: String, Sendable, CaseIterable {
    case replace, append
    case appendPlay = "append-play"
    case insertNext = "insert-next"
    case insertNextPlay = "insert-next-play"
    /// Appends the entries and plays the first. Not a mode of mpv.
    case appendGo = "append-go"

    func plays(whenIdle isIdle: Bool) -> Bool {
        switch self {
        case .replace, .appendGo: true
        case .appendPlay, .insertNextPlay: isIdle
        case .append, .insertNext: false
        }
    }
}
