package import PlayCore

/// What of an item the viewer does not want to sit through. A value.
package struct SkipWishes: Sendable, Equatable {
    /// What becomes of each kind of part; nil: all of an item plays.
    package var rules: RegionRules? = RegionRules()
    /// Chapters with such titles are skipped.
    package var chapters: TitlePattern?
    /// A file of marks in place of those beside the item; path or address, text from outside.
    package var file: String?
    /// Files of marks beside the item are read.
    package var looksBeside = true
    package var passesSilence = false
    package var silence = SilenceRule()

    package init() {}
}
