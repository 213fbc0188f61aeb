/// A part of an item that does something to playing. A value.
package struct Region: Sendable, Equatable {
    /// What its author says that it is. The raw values are SponsorBlock's categories, and words like them.
    package enum Kind: String, Sendable, CaseIterable {
        case sponsor, selfpromo, interaction, intro, outro, preview, hook, filler
        case music = "music_offtopic"
        case access = "exclusive_access"
        case highlight = "poi_highlight"
        /// A chapter, by its name or as SponsorBlock marks it.
        case chapter
        /// Kodi's four: what is to be as if it were not there, to be silent, to be found, and adverts.
        case cut, mute, scene, commercial
        /// A break for adverts within a stream, as the stream marks it.
        case advert
    }

    package enum Effect: Sendable, Equatable {
        /// As if it were not there: whoever seeks into it lands beside it.
        case cut
        /// Leapt over when playing enters it; a seek into it plays it.
        case skip
        /// Without sound.
        case mute
        /// The viewer is asked.
        case ask
        /// Shown on the slider, and nothing else.
        case show
    }

    /// Empty: an instant. Nothing is ever in it.
    package let range: MediaRange
    package let kind: Kind
    package let effect: Effect
    /// Unverified text from outside.
    package let title: String?

    package init(range: MediaRange, kind: Kind, effect: Effect, title: String? = nil) {
        self.range = range
        self.kind = kind
        self.effect = effect
        self.title = title
    }

    /// Playing goes on behind it by itself.
    package var isLeft: Bool { effect == .cut || effect == .skip }
}

/// A part of an item as a file describes it, before anybody has said what is to become of it. A value.
package struct RegionMark: Sendable, Equatable {
    package enum Place: Sendable, Equatable {
        case time(MediaTime)
        /// A picture's number, from 0.
        case frame(Int)

        /// Nil: nobody knows how long a picture lasts.
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
    /// Unverified text from outside.
    package let title: String?

    package init(start: Place, end: Place, kind: Region.Kind, use: Use = .skip, title: String? = nil) {
        self.start = start
        self.end = end
        self.kind = kind
        self.use = use
        self.title = title
    }

    /// The same on another axis, as far as it lies in `range` of it; nil: not at all, or a picture's number says where.
    package func moved(by distance: MediaTime, within range: MediaRange) -> RegionMark? {
        guard case .time(let start) = start, case .time(let end) = end else { return nil }
        let (from, to) = (max(range.start, start + distance), min(range.end, end + distance))
        return from < to ? RegionMark(start: .time(from), end: .time(to), kind: kind, use: use, title: title) : nil
    }

    /// Nil: it has no place on the media axis, or ends before it begins.
    package func range(framesPerSecond: Double?) -> MediaRange? {
        guard let start = start.time(framesPerSecond), let end = end.time(framesPerSecond), end >= start,
            start >= .zero
        else { return nil }
        return MediaRange(start: start, end: end)
    }
}
