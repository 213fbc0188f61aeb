package import Access
package import Catalogue
package import PlayCore
package import Playback

/// What the viewer says of an item to its service. A value.
package struct ServiceSettings: Sendable {
    /// Secrets.
    package var token: String?
    /// The viewer's own.
    package var commentToken: String?
    /// The address of the viewer's picture.
    package var commentAvatar: String?
    package var accessKey: String?
    /// Nil: the service's choice.
    package var clippedVersion: Int?
    package var isEncrypted = false
    package var parameters: [String: String] = [:]
    package var playDomain: String?
    /// Seconds.
    package var previewSeconds: Int?
    package var domainPrefix: String?
    /// Which of several sources.
    package var source = SourcePolicy.hlsHTTPS
    package var isH265Adaptive = false

    package init() {}
}

/// With what an item plays: what the session is told, and who is asked about it. A value.
package struct ItemSettings: Sendable {
    package var session: SessionOptions
    package var services: Services
    /// The most wanted first.
    package var definitions: [DefinitionInfo.Key]
    /// A file of chapters in place of the item's own; path or address.
    package var chapterFile: String?
    /// Where its parts are marked.
    package var marks = MarkPlace.nowhere
    package var sounds = SoundFiles()

    package enum MarkPlace: Sendable, Equatable {
        case nowhere
        /// Beside it, where it is a file.
        case beside
        /// Path or address.
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
