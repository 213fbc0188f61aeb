import PlayCore

/// How much of the keeper's work each person may ask for, refused or not: a bucket that fills steadily. A value.
struct RequestBudgets: Sendable, Equatable {
    /// Twice as much as the rules' own limit of wishes: that one explains, this one protects.
    private static let inSecond = 40.0
    private static let burst = 120.0
    /// People are forgotten in such numbers.
    private static let many = 1024

    private struct Bucket: Sendable, Equatable {
        var level: Double
        var at: HostTime
    }

    private var buckets: [String: Bucket] = [:]

    /// Whether one more is done.
    mutating func spend(_ user: String, at now: HostTime) -> Bool {
        if buckets.count >= Self.many { buckets = buckets.filter { level($0.value, at: now) < Self.burst } }
        let left = buckets[user].map { level($0, at: now) } ?? Self.burst
        buckets[user] = Bucket(level: max(0, left - 1), at: now)
        return left >= 1
    }

    private func level(_ bucket: Bucket, at now: HostTime) -> Double {
        min(Self.burst, bucket.level + (now - bucket.at).inSeconds * Self.inSecond)
    }
}
