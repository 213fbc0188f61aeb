/// What a server says of a resource.
package struct ResourceInfo: Sendable, Equatable {
    package var validator: CacheValidator
    /// Whether parts of it can be asked for.
    package var canSeek: Bool
    /// `video/mp4`; nil: unknown. Text from outside.
    package var contentType: String?
    /// False: the server forbids to keep it (`Cache-Control: no-store`).
    package var mayStore = true

    package var size: Int64? { validator.length }

    package init(validator: CacheValidator, canSeek: Bool, contentType: String? = nil) {
        self.validator = validator
        self.canSeek = canSeek
        self.contentType = contentType
    }
}
