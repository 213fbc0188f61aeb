package import PlayCore

/// An event with a calendar time (`EXT-X-DATERANGE`). Unverified texts.
package struct DateRange: Sendable, Equatable {
    package let id: String
    package internal(set) var classID: String?
    package internal(set) var start: UTCTime?
    package internal(set) var end: UTCTime?
    package internal(set) var duration: MediaTime?
    package internal(set) var plannedDuration: MediaTime?
    package internal(set) var endsOnNext = false
    /// `PRE`, `POST`, `ONCE`.
    package internal(set) var cues: Set<String> = []
    /// The attributes as written, including `X-…` and `SCTE35-OUT`.
    package internal(set) var attributes: [String: String] = [:]
    package internal(set) var interstitial: Interstitial?

    init(id: String) { self.id = id }

    /// Adds the attributes of a later tag with the same ID (RFC 8216, 4.3.2.7).
    mutating func add(_ list: AttributeList, location: ManifestLocation) {
        attributes.merge(list.values) { first, _ in first }
        classID = classID ?? list["CLASS"]
        start = start ?? list.instant("START-DATE")
        end = end ?? list.instant("END-DATE")
        duration = duration ?? list.time("DURATION")
        plannedDuration = plannedDuration ?? list.time("PLANNED-DURATION")
        endsOnNext = endsOnNext || list.flag("END-ON-NEXT")
        cues.formUnion((list["CUE"] ?? "").split(separator: ",").map(String.init))
        if classID == Interstitial.classID {
            interstitial = interstitial ?? Interstitial(list, location: location)
        }
    }
}

/// Other content to play at a position (RFC 8216bis, appendix D), usually adverts.
package struct Interstitial: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
        case asset(ResourceReference)
        case list(ResourceReference)
    }

    static let classID = "com.apple.hls.interstitial"

    package let content: Content
    /// The point at which the main content resumes, relative to the interstitial's position. `nil` for the
    /// interstitial's length (live: as if it replaced the content).
    package let resumeOffset: MediaTime?
    /// `nil` for no limit.
    package let playoutLimit: MediaTime?
    /// Actions forbidden to the viewer: `SKIP`, `JUMP`.
    package let restrictions: Set<String>
    /// From its beginning; `nil` for at once. ``restrictions`` may forbid skipping.
    package let skipOffset: MediaTime?
    /// Positions to align with segment boundaries: `OUT` its start, `IN` the place where the content resumes.
    package let snaps: Set<String>
    /// Whether the slider shows the replaced range. Otherwise it shows a point.
    package let occupiesRange: Bool
    package let isPrimary: Bool

    init?(_ list: AttributeList, location: ManifestLocation) {
        if let asset = list["X-ASSET-URI"].flatMap(location.resolve) {
            content = .asset(asset)
        } else if let assets = list["X-ASSET-LIST"].flatMap(location.resolve) {
            content = .list(assets)
        } else {
            return nil
        }
        resumeOffset = list.time("X-RESUME-OFFSET")
        playoutLimit = list.time("X-PLAYOUT-LIMIT")
        restrictions = Self.words(list["X-RESTRICT"])
        skipOffset = list.time("X-SKIP-CONTROL-OFFSET")
        snaps = Self.words(list["X-SNAP"])
        occupiesRange = list["X-TIMELINE-OCCUPIES"] == "RANGE"
        isPrimary = list["X-TIMELINE-STYLE"] == "PRIMARY"
    }

    private static func words(_ text: String?) -> Set<String> {
        Set((text ?? "").split(separator: ",").map { String($0).withoutBlanks })
    }
}
