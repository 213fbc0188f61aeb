package import PlayCore

/// One advert with a film: what of a document can be played here. A value; unverified texts.
package struct Advert: Sendable, Equatable {
    package var title: String?
    package var duration: MediaTime?
    /// From here on the viewer may skip it; nil: never.
    package var skip: AdvertOffset?
    package var files: [AdvertFile] = []
    /// The page that a viewer who wants to know more is led to.
    package var clickThrough: String?
    package var trackers = AdvertTrackers()

    package init() {}

    /// When it may be skipped.
    package var skipTime: MediaTime? { skip.flatMap { $0.time(in: duration) } }
}

/// An advert that another server knows.
package struct AdvertWrapper: Sendable, Equatable {
    package var address: String
    package var trackers = AdvertTrackers()
    /// Whether the answer may be a wrapper again.
    package var followsWrappers = true
    /// Whether several adverts of the answer may play.
    package var allowsSeveral = true

    package init(address: String, trackers: AdvertTrackers = AdvertTrackers()) {
        (self.address, self.trackers) = (address, trackers)
    }
}

/// One way to play an advert.
package struct AdvertFile: Sendable, Equatable {
    /// Address, or path; unverified.
    package var location: String
    package var type: String
    package var width: Int?
    package var height: Int?
    /// Bits per second.
    package var bitRate: Int?
    /// It is a program for a browser and not a film.
    package var isProgram = false

    /// A film or a stream that can be played here, as far as its type tells.
    package var isUsable: Bool { !isProgram && Self.types.contains(type) }

    private static let types: Set<String> = [
        "video/mp4", "video/webm", "video/ogg", "video/quicktime", "video/x-matroska", "video/mpeg", "video/mp2t",
        "video/3gpp", "video/x-flv", "video/x-m4v", "audio/mpeg", "audio/mp4", "audio/aac", "audio/ogg", "audio/webm",
        "audio/wav", "application/x-mpegurl", "application/vnd.apple.mpegurl", "application/dash+xml",
    ]
}

extension [AdvertFile] {
    /// The film to play: the smallest that is as wide as the picture, else the widest; of equal ones that with the most
    /// bits that the line carries, else that with the fewest. Streams adapt by themselves: they come after films.
    ///
    /// - Parameters:
    ///   - width: of the picture, in pixels.
    ///   - bitRate: what the line carries; nil: it is not known.
    package func best(width: Int, bitRate: Int?) -> AdvertFile? {
        let usable = filter(\.isUsable)
        func rank(_ file: AdvertFile) -> (Int, Int, Int, Int) {
            let isStream = file.type.hasPrefix("application/") ? 1 : 0
            let isHeavy = if let rate = file.bitRate, let bitRate, rate > bitRate { 1 } else { 0 }
            let own = file.width ?? 0
            let distance = own >= width ? own - width : 1_000_000 + width - own
            let rate = file.bitRate ?? 0
            return (isHeavy, isStream, distance, isHeavy == 1 ? rate : -rate)
        }
        return usable.min { rank($0) < rank($1) }
    }
}

/// Addresses that are to be told what becomes of an advert.
package struct AdvertTrackers: Sendable, Equatable {
    package var impressions: [String] = []
    package var errors: [String] = []
    package var clicks: [String] = []
    package var events: [AdvertEventName: [String]] = [:]
    /// At places of the viewer's progress.
    package var progress: [AdvertProgressTracker] = []

    package init() {}

    /// Each kind has so many at most: a document may name as many as it likes.
    static let limit = 32

    /// Those of a wrapper come first.
    package func merged(with inner: AdvertTrackers) -> AdvertTrackers {
        var all = self
        all.impressions = Array((impressions + inner.impressions).prefix(Self.limit))
        all.errors = Array((errors + inner.errors).prefix(Self.limit))
        all.clicks = Array((clicks + inner.clicks).prefix(Self.limit))
        all.progress = Array((progress + inner.progress).prefix(Self.limit))
        for (name, addresses) in inner.events {
            all.events[name] = Array((all.events[name, default: []] + addresses).prefix(Self.limit))
        }
        return all
    }
}

package struct AdvertProgressTracker: Sendable, Equatable {
    package let offset: AdvertOffset
    package let address: String
}

/// VAST's events of a film that are told here.
package enum AdvertEventName: String, Sendable, Hashable {
    case creativeView, start, firstQuartile, midpoint, thirdQuartile, complete, skip, pause, resume, mute, unmute
}
