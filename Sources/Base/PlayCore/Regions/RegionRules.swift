/// What the viewer wants of regions, by their kinds. A value.
package struct RegionRules: Sendable, Equatable {
    package enum Action: String, Sendable, CaseIterable {
        /// Leapt over, or silent where that is its use.
        case skip
        case ask
        /// On the slider only.
        case show
        /// As if nobody had marked it.
        case ignore
    }

    private var actions: [Region.Kind: Action] = [
        .sponsor: .skip, .selfpromo: .ask, .interaction: .ask, .intro: .ask, .outro: .ask, .preview: .show,
        .hook: .show, .filler: .show, .music: .ask, .access: .show, .highlight: .show, .chapter: .show, .cut: .skip,
        .mute: .skip, .scene: .show, .commercial: .skip, .advert: .show,
    ]
    /// Chapters with such titles are leapt over.
    package var chapters: TitlePattern?

    package init() {}

    /// What is to change: `sponsor:ask,intro:skip`; `all` stands for every kind. Nil: it is not written so.
    package init?(written text: String) {
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = word.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, let action = Action(rawValue: String(parts[1])) else { return nil }
            if parts[0] == "all" {
                for kind in Region.Kind.allCases { actions[kind] = action }
            } else if let kind = Region.Kind(rawValue: String(parts[0])) {
                actions[kind] = action
            } else {
                return nil
            }
        }
    }

    /// More are not looked at: an hour has some dozen.
    package static let mostRegions = 10_000

    /// What becomes of an item's marks and chapters.
    package func regions(
        _ marks: [RegionMark], chapters: [Chapter], duration: MediaTime?, framesPerSecond: Double?
    ) -> RegionIndex {
        let marked = marks.prefix(Self.mostRegions).compactMap { mark -> Region? in
            guard let range = mark.range(framesPerSecond: framesPerSecond), let effect = effect(of: mark) else {
                return nil
            }
            return Region(range: range, kind: mark.kind, effect: effect, title: mark.title)
        }
        return RegionIndex(marked + named(chapters, duration))
    }

    private func effect(of mark: RegionMark) -> Region.Effect? {
        switch actions[mark.kind] {
        case .skip:
            switch mark.use {
            case .skip: mark.kind == .cut ? .cut : .skip
            case .mute: .mute
            case .show: .show
            }
        case .ask: mark.use == .skip ? .ask : .show
        case .show: .show
        case .ignore, nil: nil
        }
    }

    /// The last one may not say where it ends.
    private func named(_ list: [Chapter], _ duration: MediaTime?) -> [Region] {
        guard let matcher = chapters?.matcher() else { return [] }
        return list.indices.prefix(Self.mostRegions).compactMap { index in
            let chapter = list[index]
            guard let title = chapter.title, matcher.matches(title) else { return nil }
            let next = index + 1 < list.count ? list[index + 1].range.start : duration ?? chapter.range.end
            let range = chapter.range.isEmpty ? MediaRange(start: chapter.range.start, end: next) : chapter.range
            return Region(range: range, kind: .chapter, effect: .skip, title: title)
        }
    }
}
