package import Subtitles

/// Which subtitles of an item are read, and how. The texts come from outside.
package struct SubtitleSettings: Sendable {
    /// Which tracks are shown without a choice by the viewer.
    package var wish = SubtitleWish()
    /// Files named by the viewer: paths and addresses.
    package var files: [String] = []
    package var search = SubtitleAutoLoad.Mode.exact
    /// More folders to search; relative paths start at the item's folder.
    package var folders: [String] = []
    /// The name as iconv takes it, or `nil` to detect the encoding. With a plus in front it applies to UTF-8 text, too.
    package var codePage: String?

    package init() {}

    /// The languages, most wanted first.
    package var languages: [String] { wish.singleLanguages }
}

package struct SubtitledItem: Sendable {
    package var location: String
    package var settings: SubtitleSettings

    package init(_ location: String, _ settings: SubtitleSettings) {
        self.location = location
        self.settings = settings
    }
}
