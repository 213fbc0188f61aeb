/// A request to open an item.
package struct PlayRequest: Sendable, Equatable {
    /// Path, address, or a provider's own form (`peertube://host/w/ID`), as the user or a list gave it.
    package var reference: String
    /// The item's token, or `nil` if none is known yet.
    package var token: Token?
    package var accessKey: Token?
    /// The version: −1 after clipping, 0 as recorded, or `nil` for the provider's choice.
    package var clippedVersion: Int?
    /// Whether the caller declares the item encrypted. The service's statement counts as well.
    package var isEncrypted = false
    /// Parameters to pass on unchanged (`vod.params`).
    package var parameters: [String: String] = [:]
    package var playDomain: String?
    /// The length of the requested preview in seconds. The service then sends only that much.
    package var previewSeconds: Int?
    /// The viewer to name to the service.
    package var viewer = Viewer()
    /// The subject of the item's token.
    package var subject: TokenSubject

    package init(_ reference: String) {
        self.reference = reference
        subject = .video(id: reference)
    }
}
