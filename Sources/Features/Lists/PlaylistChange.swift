/// What changes the list. Indices from 0.
package enum PlaylistChange: Sendable, Equatable {
    case loadList(String, mode: LoadMode)
    case clear
    /// Nil: the one that plays.
    case remove(Int?)
    case move(Int, to: Int)
    case shuffle
    case unshuffle
    /// Property `shuffle`: shuffles, also in each playthrough from now on, or undoes it.
    case setShuffled(Bool)
    case setRepeat(PlaylistRepeat)
}

/// Where new entries go, and whether the first of them plays.
package enum LoadMode: String, Sendable, CaseIterable {
    case replace, append
    /// Plays it when nothing plays.
    case appendPlay = "append-play"
    case insertNext = "insert-next"
    case insertNextPlay = "insert-next-play"
    /// Goes to it in any case; not a word of mpv's.
    case appendGo = "append-go"

    /// - Parameter isIdle: nothing plays.
    func plays(whenIdle isIdle: Bool) -> Bool {
        switch self {
        case .replace, .appendGo: true
        case .appendPlay, .insertNextPlay: isIdle
        case .append, .insertNext: false
        }
    }
}
