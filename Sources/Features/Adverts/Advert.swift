package import PlayCore

/// Unverified texts.
package struct Advert: Sendable, Equatable {
    package var title: String?
    package var duration: MediaTime?
    /// When the viewer may skip it, or `nil` for never.
    package var skip: AdvertOffset?
    package var files: [AdvertFile] = []
    package var clickThrough: String?
    package var trackers = AdvertTrackers()

    package init() {}

    /// `nil` if skipping is forbidden or the duration is unknown.
    package var skipTime: MediaTime? { skip.flatMap { $0.time(in: duration) } }
}

package struct AdvertWrapper: Sendable, Equatable {
    package var address: String
    package var trackers = AdvertTrackers()
    package var followsWrappers = true
    package var allowsSeveral = true

    package init(address: String, trackers: AdvertTrackers = AdvertTrackers()) {
        (self.address, self.trackers) = (address, trackers)
    }
}

package struct AdvertFile: Sendable, Equatable {
    /// Address, or path; unverified.
    package var location: String
    package var type: String
    package var width: Int?
    package var height: Int?
    /// In bits per second.
    package var bitRate: Int?
    package var isProgram = false

    package var isUsable: Bool { !isProgram && Self.types.contains(type) }

    private static let types: Set<String> = [
        "video/mp4", "video/webm", "video/ogg", "video/quicktime", "video/x-matroska", "video/mpeg", "video/mp2t",
        "video/3gpp", "video/x-flv", "video/x-m4v", "audio/mpeg", "audio/mp4", "audio/aac", "audio/ogg", "audio/webm",
        "audio/wav", "application/x-mpegurl", "application/vnd.apple.mpegurl", "application/dash+xml",
    ]
}

extension [AdvertFile] {
    /// Returns the file to play. Prefers bit rates that the line carries, then films to streams, which adapt
    /// themselves. Of these, selects the smallest one at least as wide as the picture, else the widest. Of equal
    /// widths, selects the highest bit rate, or the lowest if the line carries none.
    ///
    /// - Parameters:
    ///   - width: of the picture, in pixels.
    ///   - bitRate: the capacity of the line.
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

package struct AdvertTrackers: Sendable, Equatable {
    package var impressions: [String] = []
    package var errors: [String] = []
    package var clicks: [String] = []
    package var events: [AdvertEventName: [String]] = [:]
    package var progress: [AdvertProgressTracker] = []

    package init() {}

    /// A document may name any number.
    static let limit = 32

    /// Returns both lists combined, the wrapper's first.
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

package enum AdvertEventName: String, Sendable, Hashable {
    case creativeView, start, firstQuartile, midpoint, thirdQuartile, complete, skip, pause, resume, mute, unmute
}
