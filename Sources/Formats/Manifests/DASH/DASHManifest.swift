package import PlayCore

/// A manifest of MPEG-DASH (ISO 23009-1) as read. Unverified texts.
package struct DASHManifest: Sendable, Equatable {
    package internal(set) var isLive = false
    package internal(set) var duration: MediaTime?
    package internal(set) var title: String?
    package internal(set) var minimumBuffer: MediaTime?
    /// The addresses of later versions, best first. Empty if they are at this one's location.
    package internal(set) var locations: [ResourceReference] = []
    package internal(set) var steering: ContentSteering?
    package internal(set) var live: LiveTiming?
    /// Number of external parts (`xlink:href`), which are never loaded; their fallback content is played.
    package internal(set) var refusedLinks = 0
    package internal(set) var periods: [DASHPeriod] = []

    let limits: ManifestLimits

    package static func recognizes(_ bytes: [UInt8]) -> Bool {
        let mark = Array("<MPD".utf8)
        return bytes.prefix(8192).indices.contains { bytes[$0] == mark[0] && bytes[$0...].starts(with: mark) }
    }
}

package struct DASHPeriod: Sendable, Equatable {
    package let id: String?
    /// On the presentation axis.
    package let start: MediaTime
    /// `nil` if it is open.
    package let end: MediaTime?
    package internal(set) var sets: [DASHAdaptationSet] = []
    package internal(set) var events: [TimedEvent] = []
}

package struct DASHAdaptationSet: Sendable, Equatable {
    package let id: String
    package internal(set) var language: String?
    package internal(set) var label: String?
    package internal(set) var roles: [String] = []
    package internal(set) var switchableSets: [String] = []
    package internal(set) var captions: [CaptionService] = []
    package internal(set) var representations: [DASHRepresentation] = []
}

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
    /// The encryption of whole segments, or `nil` if they are unencrypted or protected otherwise.
    var encryption: SegmentEncryption?
    /// The grid of thumbnails in an image; 0 for no thumbnails.
    package internal(set) var tileColumns = 0
    package internal(set) var tileRows = 0
    let information: SegmentInformation
    let bases: [BaseAddress]
}
