/// Which tracks of an item are shown without anybody's choosing: `--sid`, `--secondary-sid`, `--slang`.
package struct SubtitleWish: Sendable, Equatable {
    package enum Choice: Sendable, Equatable {
        case automatic
        case none
        /// Counted from 1.
        case number(Int)
    }

    package var first: Choice
    package var second: Choice
    /// The most wanted first.
    package var languages: [String]

    package init(first: Choice = .automatic, second: Choice = .none, languages: [String] = []) {
        self.first = first
        self.second = second
        self.languages = languages
    }
}

/// What comes from whoever reads subtitles, in this order for each item.
package enum SubtitleArrival: Sendable, Equatable {
    /// An item begins.
    case begin(SubtitleWish)
    /// The track of a file that was read anew.
    case reloaded(SubtitleTrack)
    /// A track more. `isWanted`: the viewer asked for this very one, so it is shown.
    case track(SubtitleTrack, isWanted: Bool)
    /// Cues of a track that came before.
    case cues([Cue], SubtitleOrigin)
    /// A file that gave nothing: its name, and why, for the viewer; unverified text.
    case failed(name: String, reason: String)
}
