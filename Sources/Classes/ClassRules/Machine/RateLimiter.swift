/// Limits the rate of each user's actions by sliding windows. Times are milliseconds.
struct RateLimiter: Sendable, Equatable, Codable {
    private static let second: Int64 = 1_000
    private static let minute: Int64 = 60_000
    private static let many = 256

    private var times: [String: [Int64]] = [:]

    func allows(_ user: String, _ rate: ClassLimits.Rate, at time: Int64) -> Bool {
        guard let own = times[user] else { return true }
        return own.count { $0 > time - Self.second } < rate.inSecond
            && own.count { $0 > time - Self.minute } < rate.inMinute
    }

    mutating func note(_ user: String, at time: Int64) {
        if times.count >= Self.many { times = times.filter { ($0.value.last ?? 0) > time - Self.minute } }
        times[user, default: []].removeAll { $0 <= time - Self.minute }
        times[user, default: []].append(time)
    }
}
