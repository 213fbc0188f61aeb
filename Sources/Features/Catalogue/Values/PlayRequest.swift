package struct PlayRequest: Sendable, Equatable {
    /// Path, address, or a provider's own form (`peertube://host/w/ID`), as the user or a list wrote it.
    package var reference: String
    package var token: Token?
    package var accessKey: Token?
    /// −1 after clipping, 0 as recorded, or `nil` for the provider's choice.
    package var clippedVersion: Int?
    /// As declared by the caller. The service's declaration counts as well.
    package var isEncrypted = false
    /// Passed on unchanged (`vod.params`).
    package var parameters: [String: String] = [:]
    package var playDomain: String?
    /// The service sends only that much.
    package var previewSeconds: Int?
    package var viewer = Viewer()
    package var subject: TokenSubject

    package init(_ reference: String) {
        self.reference = reference
        subject = .video(id: reference)
    }
}
