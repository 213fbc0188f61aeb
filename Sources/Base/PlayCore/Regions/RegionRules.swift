/// The viewer's choice of an effect for each kind of region.
package struct RegionRules: Sendable, Equatable {
    package enum Action: String, Sendable, CaseIterable {
        /// Skips the region, or mutes it if that is its purpose.
        case skip
        case ask
        case show
        case ignore
    }

    private var actions: [Region.Kind: Action] = [
        .sponsor: .skip, .selfpromo: .ask, .interaction: .ask, .intro: .ask, .outro: .ask, .preview: .show,
        .hook: .show, .filler: .show, .music: .ask, .access: .show, .highlight: .ask, .chapter: .show, .cut: .skip,
        .mute: .skip, .scene: .show, .commercial: .skip, .advert: .show,
    ]
    package var chapters: TitlePattern?

    package init() {}

    /// Reads changes such as `sponsor:ask,intro:skip`; `all` applies to every kind. Returns `nil` for any other form.
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

    /// An hour has a few dozen. Further regions are ignored.
    package static let mostRegions = 10_000

    package func regions(
        _ marks: [RegionMark], chapters: [Chapter], duration: MediaTime?, framesPerSecond: Double?
    ) -> RegionIndex {
        let marked = marks.prefix(Self.mostRegions).compactMap { mark -> Region? in
            guard let range = mark.range(framesPerSecond: framesPerSecond), let effect = effect(of: mark) else {
                return nil
            }
            return Region(range: range, kind: mark.kind, effect: effect, title: mark.title)
        }
        let own = self.chapters(chapters, marks, only: [.chapter], framesPerSecond: framesPerSecond)
        return RegionIndex(marked + named(own, duration))
    }

    /// Sorts by start. Omits a mark with the title and place of a chapter.
    package func chapters(
        _ own: [Chapter], _ marks: [RegionMark], only kinds: [Region.Kind] = [.chapter, .highlight],
        framesPerSecond: Double?
    ) -> [Chapter] {
        let marked = marks.prefix(Self.mostRegions).compactMap { mark -> Chapter? in
            guard kinds.contains(mark.kind), effect(of: mark) != nil,
                let range = mark.range(framesPerSecond: framesPerSecond)
            else { return nil }
            let title = mark.title.flatMap { $0.isEmpty ? nil : $0 }
            return Chapter(range: range, title: title ?? (mark.kind == .highlight ? tr("Highlight") : nil))
        }
        let new = marked.filter { mark in
            !own.contains {
                $0.title == mark.title && abs(($0.range.start - mark.range.start).nanoseconds) < 500_000_000
            }
        }
        guard !new.isEmpty else { return own }
        return (own + new).enumerated().sorted {
            ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset)
        }.map(\.element)
    }

    private func effect(of mark: RegionMark) -> Region.Effect? {
        switch actions[mark.kind] {
        case .skip:
            switch mark.use {
            case .skip: mark.kind == .cut ? .cut : .skip
            case .mute: .mute
            case .show: .show
            }
        case .ask: mark.use == .skip || mark.kind == .highlight ? .ask : .show
        case .show: .show
        case .ignore, nil: nil
        }
    }

    /// - Parameter list: the last chapter may lack an end.
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
