/// Distinguishes versions of a resource by validators (RFC 9110, 8.8). Unverified texts, never shown.
package struct CacheValidator: Sendable, Equatable {
    package let entityTag: String?
    package let lastModified: String?
    package let length: Int64?

    package init(entityTag: String? = nil, lastModified: String? = nil, length: Int64? = nil) {
        self.entityTag = entityTag
        self.lastModified = lastModified
        self.length = length
    }

    package enum Verdict: Sendable, Equatable {
        case same
        case changed
        /// Nothing differs, but equality is not proven.
        case unknown
    }

    private var isWeak: Bool { entityTag?.hasPrefix("W/") ?? false }

    /// Two strong tags decide, together with the length. A weak one declares equal meaning, not equal bytes (8.8.1), so
    /// it also needs an equal modification date. The date alone suffices with an equal length.
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
