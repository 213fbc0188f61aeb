extension Int64 {
    /// 125 years in nanoseconds: larger times in a manifest are rejected, and the sum of two still fits.
    static let farthest: Int64 = 250 * 365 * 86_400 * 500_000_000
}
