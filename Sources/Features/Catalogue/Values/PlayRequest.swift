/// PLAY-04, PLAY-05: what is to be opened. A value.
package struct PlayRequest: Sendable, Equatable {
    /// Path, address, or a provider's own form (`peertube://host/w/ID`), as the user or a list gave it.
    package var reference: String
    /// CFG-04; nil: none is known yet.
    package var token: Token?
    /// CFG-10.
    package var accessKey: Token?
    /// INFO-02: −1: after clipping, 0: as recorded; nil: the provider's choice.
    package var clippedVersion: Int?
    /// PLAY-05: as the caller says; what the service says holds beside it.
    package var isEncrypted = false
    /// ADV-31: `vod.params`: passed on unchanged.
    package var parameters: [String: String] = [:]
    /// ADV-51.
    package var playDomain: String?
    /// ADV-30: seconds; asked of the service, which then gives only that much.
    package var previewSeconds: Int?
    /// PLAY-09: who watches.
    package var viewer = Viewer()
    /// CAT-09: what its token is asked for.
    package var subject: TokenSubject

    package init(_ reference: String) {
        self.reference = reference
        subject = .video(id: reference)
    }
}
