package import PlayCore

/// The tracks to show automatically: `--sid`, `--secondary-sid`, `--slang`.
package struct SubtitleWish: Sendable, Equatable {
    package enum Choice: Sendable, Equatable {
        case automatic
        case none
        /// Counted from 1.
        case number(Int)
    }

    package var first: Choice
    package var second: Choice
    /// `--slang`, most wanted first; `zh+en` requests both at once.
    package var languages: [String]
    /// The languages of the viewer's locale, for use if none is requested.
    package var ownLanguages: [String]
    /// The delay of this item only.
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

    package var singleLanguages: [String] {
        languages.flatMap { $0.split(separator: "+").map(String.init) }
    }

    package var pair: SubtitlePair? { languages.lazy.compactMap { SubtitlePair($0) }.first }
}

package struct SubtitlePair: Sendable, Hashable {
    package let first: String
    package let second: String

    package init(_ first: String, _ second: String) {
        self.first = first
        self.second = second
    }

    /// Reads `zh+en`. Returns `nil` unless it names two languages.
    package init?(_ text: String) {
        let parts = text.split(separator: "+").map(String.init)
        guard parts.count == 2, parts[0] != parts[1] else { return nil }
        self.init(parts[0], parts[1])
    }

    package var text: String { first + "+" + second }
}

/// A subtitle or sound file that the viewer or a client adds. Its texts are unverified.
package struct TrackFileRequest: Sendable, Equatable {
    package let path: String
    package var title: String?
    package var language: String?
    package var isSelected: Bool

    package init(path: String, title: String? = nil, language: String? = nil, isSelected: Bool = true) {
        (self.path, self.title, self.language, self.isSelected) = (path, title, language, isSelected)
    }
}

/// Messages from the subtitle reader, for each item in this order.
package enum SubtitleArrival: Sendable, Equatable {
    case begin(SubtitleWish)
    case files(areSought: Bool)
    case reloaded(SubtitleTrack)
    /// `isWanted`: the viewer requested it, so show it.
    case track(SubtitleTrack, isWanted: Bool)
    case cues([Cue], SubtitleOrigin)
    /// All lines that can be read ahead of the item's own tracks have been read.
    case indexed
    /// `reason` is for the viewer. Unverified texts.
    case failed(name: String, reason: String)
}
