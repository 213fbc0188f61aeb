/// A subtitle track as the picker shows it.
package struct SubtitleChoice: Sendable, Equatable, Identifiable {
    package let id: String
    /// Unverified text; nil when there is none.
    package let title: String?
    /// Unverified text, ISO 639 mostly.
    package let language: String?
    /// Short: "text", "picture", "ASS".
    package let format: String
    /// 1 or 2 where it is shown (first, second); nil: not shown.
    package let slot: Int?
    /// Why it cannot be shown; nil: it can.
    package let refusal: String?

    package init(
        id: String, title: String?, language: String?, format: String, slot: Int? = nil, refusal: String? = nil
    ) {
        self.id = id
        self.title = title
        self.language = language
        self.format = format
        self.slot = slot
        self.refusal = refusal
    }
}

/// Shows and adds subtitles. Called on the main thread; nothing here waits.
package protocol SubtitleControl: AnyObject {
    /// - Parameters:
    ///   - slot: 1 first, 2 second.
    ///   - id: of ``SubtitleChoice``; nil: none in that slot.
    func selectSubtitle(slot: Int, id: String?)

    /// - Parameter path: as the viewer typed it.
    func addSubtitle(_ path: String)
}
