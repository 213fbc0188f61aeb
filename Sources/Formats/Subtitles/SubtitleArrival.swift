package import PlayCore

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
    /// `--slang`, the most wanted first; `zh+en` asks for both at once.
    package var languages: [String]
    /// Of the viewer's locale: they decide where no language is asked for.
    package var ownLanguages: [String]
    /// Of this item alone.
    package var ownDelay: MediaTime?
    package var ownVisibility: Bool?

    package init(
        first: Choice = .automatic, second: Choice = .none, languages: [String] = [], ownLanguages: [String] = []
    ) {
        self.first = first
        self.second = second
        self.languages = languages
        self.ownLanguages = ownLanguages
    }

    /// Each language by itself.
    package var singleLanguages: [String] {
        languages.flatMap { $0.split(separator: "+").map(String.init) }
    }

    /// The first two that are asked for at once.
    package var pair: SubtitlePair? { languages.lazy.compactMap { SubtitlePair($0) }.first }
}

/// Two languages that are shown one below the other. A value.
package struct SubtitlePair: Sendable, Hashable {
    package let first: String
    package let second: String

    package init(_ first: String, _ second: String) {
        self.first = first
        self.second = second
    }

    /// `zh+en`; nil: it names no two languages.
    package init?(_ text: String) {
        let parts = text.split(separator: "+").map(String.init)
        guard parts.count == 2, parts[0] != parts[1] else { return nil }
        self.init(parts[0], parts[1])
    }

    /// As ``init(_:)`` reads it.
    package var text: String { first + "+" + second }
}

/// A file of subtitles or of sound that the viewer or a client adds. A value; its texts are unverified.
package struct TrackFileRequest: Sendable, Equatable {
    package let path: String
    /// In place of what the file says.
    package var title: String?
    package var language: String?
    /// Whether it is shown, or plays, at once.
    package var isSelected: Bool

    package init(path: String, title: String? = nil, language: String? = nil, isSelected: Bool = true) {
        (self.path, self.title, self.language, self.isSelected) = (path, title, language, isSelected)
    }
}

/// What comes from whoever reads subtitles, in this order for each item.
package enum SubtitleArrival: Sendable, Equatable {
    /// An item begins.
    case begin(SubtitleWish)
    /// Whether files that belong to the item are still being looked for and read.
    case files(areSought: Bool)
    /// The track of a file that was read anew.
    case reloaded(SubtitleTrack)
    /// A track more. `isWanted`: the viewer asked for this very one, so it is shown.
    case track(SubtitleTrack, isWanted: Bool)
    /// Cues of a track that came before.
    case cues([Cue], SubtitleOrigin)
    /// All lines of the item's own tracks are there, as far as they can be read ahead.
    case indexed
    /// A file that gave nothing: its name, and why, for the viewer; unverified text.
    case failed(name: String, reason: String)
}
