package import Subtitles

/// Unverified texts.
package struct SubtitleSettings: Sendable {
    package var wish = SubtitleWish()
    /// The viewer's files: paths and addresses.
    package var files: [String] = []
    package var search = SubtitleAutoLoad.Mode.exact
    /// Additional folders. Relative paths start at the item's folder.
    package var folders: [String] = []
    /// iconv's name, or `nil` to detect the encoding. With a plus in front it also applies to UTF-8 text.
    package var codePage: String?

    package init() {}

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
