package import PlayCore

package struct SkipWishes: Sendable, Equatable {
    /// The effect of each kind of part, or `nil` to play everything.
    package var rules: RegionRules? = RegionRules()
    package var chapters: TitlePattern?
    /// A file of marks that replaces those beside the item; path or address, unverified text.
    package var file: String?
    /// Whether to read files of marks beside the item.
    package var looksBeside = true
    package var passesSilence = false
    package var silence = SilenceRule()

    package init() {}
}
