package import PlayCore

/// The parts of an item that the viewer wants to skip.
package struct SkipWishes: Sendable, Equatable {
    /// The action for each kind of part, or `nil` to play all of an item.
    package var rules: RegionRules? = RegionRules()
    package var chapters: TitlePattern?
    /// A file of marks that replaces those beside the item; path or address, text from outside.
    package var file: String?
    /// Whether files of marks beside the item are read.
    package var looksBeside = true
    package var passesSilence = false
    package var silence = SilenceRule()

    package init() {}
}
