/// Distinguishes two versions of a resource by validators (RFC 9110, 8.8). Texts from outside, never shown.
package struct CacheValidator: Sendable, Equatable {
    package let entityTag: String?
    package let lastModified: String?
    /// Total bytes.
    package let length: Int64?

    package init(entityTag: String? = nil, lastModified: String? = nil, length: Int64? = nil) {
        self.entityTag = entityTag
        self.lastModified = lastModified
        self.length = length
    }

    package enum Verdict: Sendable, Equatable {
        /// Bytes of both may be combined.
        case same
        case changed
        /// Nothing differs, but nothing proves that they are the same.
        case unknown
    }

    private var isWeak: Bool { entityTag?.hasPrefix("W/") ?? false }

    /// A strong tag decides alone, together with the length. A weak one declares equal meaning, not equal bytes
    /// (8.8.1); it is trusted with the same modification date, and so is the date alone with the same length.
    package func compare(_ other: CacheValidator) -> Verdict {
        if let length, let theirs = other.length, length != theirs { return .changed }
        if let entityTag, let theirs = other.entityTag {
            guard entityTag == theirs else { return .changed }
            if !isWeak { return .same }
        }
        guard let lastModified, let theirs = other.lastModified else { return .unknown }
        guard lastModified == theirs else { return .changed }
        let hasLengths = length != nil && other.length != nil
        return hasLengths ? .same : .unknown
    }
}
