package import Access
package import Catalogue
package import PlayCore
package import Playback

package struct ServiceSettings: Sendable {
    /// A secret, like ``commentToken`` and ``accessKey``.
    package var token: String?
    package var commentToken: String?
    package var commentAvatar: String?
    package var accessKey: String?
    /// `nil` to let the service choose.
    package var clippedVersion: Int?
    package var isEncrypted = false
    package var parameters: [String: String] = [:]
    package var playDomain: String?
    /// In seconds.
    package var previewSeconds: Int?
    package var domainPrefix: String?
    package var source = SourcePolicy.hlsHTTPS
    package var isH265Adaptive = false

    package init() {}
}

package struct ItemSettings: Sendable {
    package var session: SessionOptions
    package var services: Services
    /// Most wanted first.
    package var definitions: [DefinitionInfo.Key]
    /// The path or address of chapters that replace the item's own.
    package var chapterFile: String?
    package var marks = MarkPlace.nowhere
    package var sounds = SoundFiles()

    package enum MarkPlace: Sendable, Equatable {
        case nowhere
        /// Beside the item, if it is a file.
        case beside
        /// A path or address.
        case file(String)
    }

    package init(
        session: SessionOptions, services: Services, definitions: [DefinitionInfo.Key] = [], chapterFile: String? = nil,
        marks: MarkPlace = .nowhere
    ) {
        self.session = session
        self.services = services
        self.definitions = definitions
        self.chapterFile = chapterFile
        self.marks = marks
    }
}
