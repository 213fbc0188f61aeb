extension Int64 {
    /// 125 years in nanoseconds. Larger times in a manifest are rejected, so that the sum of two still fits.
    static let farthest: Int64 = 250 * 365 * 86_400 * 500_000_000
}
