package import Options
import PlayCore
import Subtitles

extension SubtitleSettings {
    package init(_ options: PlayerOptions) {
        self.init()
        wish = SubtitleWish(
            first: SubtitleWish.Choice(options.subtitleTrack), second: SubtitleWish.Choice(options.secondSubtitleTrack),
            languages: options.subtitleLanguages.expandingLocale(Localization.languages),
            ownLanguages: Localization.languages)
        if options.own.contains("sub-delay") { wish.ownDelay = options.subtitleDelay }
        if options.own.contains("sub-visibility") { wish.ownVisibility = options.showsSubtitles }
        files = options.subtitleFiles
        search = SubtitleAutoLoad.Mode(options.subtitleSearch)
        folders = options.subtitleFolders
        codePage = options.subtitleCodePage
    }
}

extension SubtitleWish.Choice {
    fileprivate init(_ choice: Options.TrackChoice) {
        switch choice {
        case .automatic: self = .automatic
        case .none: self = .none
        case .number(let number): self = .number(number)
        }
    }
}

extension SubtitleAutoLoad.Mode {
    init(_ search: SubtitleSearch) {
        switch search {
        case .no: self = .no
        case .exact: self = .exact
        case .fuzzy: self = .fuzzy
        case .all: self = .all
        }
    }
}
