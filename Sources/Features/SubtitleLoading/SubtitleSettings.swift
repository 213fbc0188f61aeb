package import Subtitles

/// Which subtitles of an item are read, and how. A value; its texts are from outside.
package struct SubtitleSettings: Sendable {
    /// Which tracks are shown without anybody's choosing.
    package var wish = SubtitleWish()
    /// Files that were named: paths and addresses.
    package var files: [String] = []
    /// What is looked for beside the item.
    package var search = SubtitleAutoLoad.Mode.exact
    /// Folders to look into as well; relative ones are so to the item's.
    package var folders: [String] = []
    /// As for iconv; with a plus in front it counts for UTF-8 too. Nil: found out.
    package var codePage: String?

    package init() {}

    /// The most wanted first.
    package var languages: [String] { wish.singleLanguages }
}

/// An item as far as its subtitles are concerned. A value.
package struct SubtitledItem: Sendable {
    /// Path or address.
    package var location: String
    package var settings: SubtitleSettings

    package init(_ location: String, _ settings: SubtitleSettings) {
        self.location = location
        self.settings = settings
    }
}
