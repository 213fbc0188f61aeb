package import PlayCore

/// A manifest of MPEG-DASH (ISO 23009-1) as it was read. A value; unverified texts.
package struct DASHManifest: Sendable, Equatable {
    package internal(set) var isLive = false
    /// Nil: open.
    package internal(set) var duration: MediaTime?
    package internal(set) var title: String?
    /// How much a player should have before it begins.
    package internal(set) var minimumBuffer: MediaTime?
    /// Where later readings are to be had, the best first; empty: where this one was.
    package internal(set) var locations: [ResourceReference] = []
    package internal(set) var steering: ContentSteering?
    /// Nil: not live.
    package internal(set) var live: LiveTiming?
    /// Parts that lie elsewhere (`xlink:href`), which are never loaded: what stands in their places is played.
    package internal(set) var refusedLinks = 0
    package internal(set) var periods: [DASHPeriod] = []

    let limits: ManifestLimits

    /// Whether a text is one, by its beginning.
    package static func recognizes(_ bytes: [UInt8]) -> Bool {
        let mark = Array("<MPD".utf8)
        return bytes.prefix(8192).indices.contains { bytes[$0] == mark[0] && bytes[$0...].starts(with: mark) }
    }
}

/// A stretch of time with its own renditions (`Period`). A value.
package struct DASHPeriod: Sendable, Equatable {
    package let id: String?
    /// On the presentation axis.
    package let start: MediaTime
    /// Nil: open.
    package let end: MediaTime?
    package internal(set) var sets: [DASHAdaptationSet] = []
    package internal(set) var events: [TimedEvent] = []
}

/// Forms of one thing, between which one may switch (`AdaptationSet`). A value.
package struct DASHAdaptationSet: Sendable, Equatable {
    package let id: String
    package internal(set) var language: String?
    package internal(set) var label: String?
    package internal(set) var roles: [String] = []
    /// Other sets to whose members one may switch, too.
    package internal(set) var switchableSets: [String] = []
    package internal(set) var captions: [CaptionService] = []
    package internal(set) var representations: [DASHRepresentation] = []
}

/// One form (`Representation`). A value.
package struct DASHRepresentation: Sendable, Equatable {
    package let id: String
    package let kind: Rendition.Kind
    package internal(set) var bandwidth: Int64 = 0
    package internal(set) var codecs: [String] = []
    package internal(set) var mimeType: String?
    package internal(set) var width = 0
    package internal(set) var height = 0
    package internal(set) var frameRate: Double?
    package internal(set) var channels: Int?
    package internal(set) var protection: ContentProtection?
    /// Nil: its segments are in the clear, or protected.
    var encryption: SegmentEncryption?
    /// Of thumbnails; 0: none.
    package internal(set) var tileColumns = 0
    package internal(set) var tileRows = 0
    let information: SegmentInformation
    let bases: [BaseAddress]
}
