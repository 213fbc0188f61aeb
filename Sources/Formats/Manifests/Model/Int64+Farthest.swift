extension Int64 {
    /// 125 years in nanoseconds: beyond it no time of a manifest is believed, and sums of two still fit.
    static let farthest: Int64 = 250 * 365 * 86_400 * 500_000_000
}
