package struct ResourceInfo: Sendable, Equatable {
    package var validator: CacheValidator
    package var canSeek: Bool
    /// `video/mp4`, or `nil` if unknown. Unverified text.
    package var contentType: String?
    /// False for `Cache-Control: no-store`.
    package var mayStore = true

    package var size: Int64? { validator.length }

    package init(validator: CacheValidator, canSeek: Bool, contentType: String? = nil) {
        self.validator = validator
        self.canSeek = canSeek
        self.contentType = contentType
    }
}
