package import PlayCore

/// Something with a place in the calendar (`EXT-X-DATERANGE`). A value; unverified texts.
package struct DateRange: Sendable, Equatable {
    package let id: String
    package internal(set) var classID: String?
    package internal(set) var start: UTCTime?
    package internal(set) var end: UTCTime?
    package internal(set) var duration: MediaTime?
    package internal(set) var plannedDuration: MediaTime?
    /// It lasts until the next of its class begins.
    package internal(set) var endsOnNext = false
    /// `PRE`, `POST`, `ONCE`.
    package internal(set) var cues: Set<String> = []
    /// As written, those above too: `X-…`, `SCTE35-OUT`.
    package internal(set) var attributes: [String: String] = [:]
    /// What ``attributes`` name, with the manifest's rules applied.
    package internal(set) var interstitial: Interstitial?

    init(id: String) { self.id = id }

    /// Attributes of a later tag with the same id add to it (RFC 8216, 4.3.2.7).
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

/// Something else that is to be played at a place (RFC 8216bis, appendix D): advertising mostly. A value.
package struct Interstitial: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
        /// One playlist.
        case asset(ResourceReference)
        /// A list of them, in JSON.
        case list(ResourceReference)
    }

    static let classID = "com.apple.hls.interstitial"

    package let content: Content
    /// Where the main content goes on, from the interstitial's place; nil: by its length (live: as if it were played
    /// instead).
    package let resumeOffset: MediaTime?
    /// No more of it is played; nil: all.
    package let playoutLimit: MediaTime?
    /// What the viewer may not do: `SKIP`, `JUMP`.
    package let restrictions: Set<String>
    /// From its beginning, when it may be skipped, as far as it may be; nil: at once.
    package let skipOffset: MediaTime?
    /// To the nearest beginning of a segment: `OUT` its place, `IN` that where the content goes on.
    package let snaps: Set<String>
    /// On the slider it takes as much as it takes the place of; else it is a point.
    package let occupiesRange: Bool
    /// It is to look like the main content there.
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
