/// A part of an item that affects playback.
package struct Region: Sendable, Equatable {
    /// The author's purpose. The raw values are SponsorBlock's categories, and similar words.
    package enum Kind: String, Sendable, CaseIterable {
        case sponsor, selfpromo, interaction, intro, outro, preview, hook, filler
        case music = "music_offtopic"
        case access = "exclusive_access"
        case highlight = "poi_highlight"
        /// A chapter, recognised by its name or marked by SponsorBlock.
        case chapter
        /// Kodi's four: cut, silent, scene marker, and adverts.
        case cut, mute, scene, commercial
        case advert
    }

    package enum Effect: Sendable, Equatable {
        /// Removed: a seek into it lands beside it.
        case cut
        /// Skipped when playback enters it; a seek into it plays it.
        case skip
        case mute
        case ask
        case show
    }

    /// An empty range is an instant.
    package let range: MediaRange
    package let kind: Kind
    package let effect: Effect
    /// Unverified text.
    package let title: String?

    package init(range: MediaRange, kind: Kind, effect: Effect, title: String? = nil) {
        self.range = range
        self.kind = kind
        self.effect = effect
        self.title = title
    }

    /// Whether playback skips to its end automatically.
    package var isLeft: Bool { effect == .cut || effect == .skip }
}

/// A part of an item as a file describes it, before the viewer's rules decide its effect.
package struct RegionMark: Sendable, Equatable {
    package enum Place: Sendable, Equatable {
        case time(MediaTime)
        /// The number of a picture, from 0.
        case frame(Int)

        fileprivate func time(_ framesPerSecond: Double?) -> MediaTime? {
            switch self {
            case .time(let time): return time
            case .frame(let number):
                guard let framesPerSecond, framesPerSecond > 0 else { return nil }
                return MediaTime(seconds: min(Double(number) / framesPerSecond, 1e9))
            }
        }
    }

    package enum Use: Sendable, Equatable { case skip, mute, show }

    package let start: Place
    package let end: Place
    package let kind: Region.Kind
    package let use: Use
    /// Unverified text.
    package let title: String?

    package init(start: Place, end: Place, kind: Region.Kind, use: Use = .skip, title: String? = nil) {
        self.start = start
        self.end = end
        self.kind = kind
        self.use = use
        self.title = title
    }

    /// Returns the mark shifted and clipped to `range`. `nil` if nothing remains or its place is a picture number.
    package func moved(by distance: MediaTime, within range: MediaRange) -> RegionMark? {
        guard case .time(let start) = start, case .time(let end) = end else { return nil }
        let (from, to) = (max(range.start, start + distance), min(range.end, end + distance))
        return from < to ? RegionMark(start: .time(from), end: .time(to), kind: kind, use: use, title: title) : nil
    }

    /// Returns `nil` if the mark has no place on the media axis or ends before it begins.
    package func range(framesPerSecond: Double?) -> MediaRange? {
        guard let start = start.time(framesPerSecond), let end = end.time(framesPerSecond), end >= start,
            start >= .zero
        else { return nil }
        return MediaRange(start: start, end: end)
    }
}
