/// What is to be opened. A value.
package struct PlayRequest: Sendable, Equatable {
    /// Path, address, or a provider's own form (`peertube://host/w/ID`), as the user or a list gave it.
    package var reference: String
    /// Nil: none is known yet.
    package var token: Token?
    package var accessKey: Token?
    /// −1: after clipping, 0: as recorded; nil: the provider's choice.
    package var clippedVersion: Int?
    /// As the caller says; what the service says holds beside it.
    package var isEncrypted = false
    /// `vod.params`: passed on unchanged.
    package var parameters: [String: String] = [:]
    package var playDomain: String?
    /// Seconds; asked of the service, which then gives only that much.
    package var previewSeconds: Int?
    /// Who watches.
    package var viewer = Viewer()
    /// What its token is asked for.
    package var subject: TokenSubject

    package init(_ reference: String) {
        self.reference = reference
        subject = .video(id: reference)
    }
}
