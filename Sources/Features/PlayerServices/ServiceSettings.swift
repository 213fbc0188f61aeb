package import Catalogue
package import PlayCore
package import Playback

/// What the viewer says of an item to its service. A value.
package struct ServiceSettings: Sendable {
    /// Secrets.
    package var token: String?
    /// CAT-03: the viewer's own.
    package var commentToken: String?
    /// CFG-10.
    package var accessKey: String?
    /// INFO-02; nil: the service's choice.
    package var clippedVersion: Int?
    /// PLAY-05.
    package var isEncrypted = false
    /// ADV-31.
    package var parameters: [String: String] = [:]
    /// ADV-51.
    package var playDomain: String?
    /// ADV-30: seconds.
    package var previewSeconds: Int?
    /// CFG-02.
    package var domainPrefix: String?
    /// ARCH-16: which of several sources.
    package var source = SourcePolicy.hlsHTTPS
    /// ADV-25.
    package var isH265Adaptive = false

    package init() {}
}

/// With what an item plays: what the session is told, and who is asked about it. A value.
package struct ItemSettings: Sendable {
    package var session: SessionOptions
    package var services: Services
    /// PLAY-12: the most wanted first.
    package var definitions: [DefinitionInfo.Key]
    /// A file of chapters in place of the item's own; path or address.
    package var chapterFile: String?

    package init(
        session: SessionOptions, services: Services, definitions: [DefinitionInfo.Key] = [], chapterFile: String? = nil
    ) {
        self.session = session
        self.services = services
        self.definitions = definitions
        self.chapterFile = chapterFile
    }
}
