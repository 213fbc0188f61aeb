import PlayCore

/// Counts wrong codes by address within a sliding window. Times are seconds since 1970.
struct AttemptLimiter: Sendable, Equatable {
    /// Per address in ``window``. Generous, since a whole school may share one address.
    static let limit = 20
    static let window: Int64 = 60
    /// The most addresses counted. A larger number is an attack with few attempts from each address.
    static let capacity = 20_000

    private var attempts: [AddressBlock: [Int64]] = [:]
    private var lastPrune = Int64.min

    init() {}

    var count: Int { attempts.count }

    /// Returns the seconds to wait, or `nil` if the address may try now.
    mutating func wait(for block: AddressBlock, at time: Int64) -> Int? {
        guard let recent = attempts[block].map({ Self.recent($0, time) }) else { return nil }
        attempts[block] = recent.isEmpty ? nil : recent
        guard recent.count >= Self.limit, let oldest = recent.first else { return nil }
        return Int(max(1, oldest + Self.window - time))
    }

    mutating func fail(_ block: AddressBlock, at time: Int64) {
        if attempts[block] == nil, attempts.count >= Self.capacity { prune(at: time) }
        attempts[block, default: []] = Self.recent(attempts[block] ?? [], time) + [time]
    }

    private mutating func prune(at time: Int64) {
        if lastPrune != time {
            lastPrune = time
            attempts = attempts.compactMapValues {
                let recent = Self.recent($0, time)
                return recent.isEmpty ? nil : recent
            }
        }
        guard attempts.count >= Self.capacity else { return }
        // Removes a quarter at once. Removing one address for each new one would copy the table every time.
        attempts = Dictionary(uniqueKeysWithValues: attempts.dropFirst(Self.capacity / 4).map { ($0.key, $0.value) })
    }

    /// Ignores times in the future, which remain after the clock was set back.
    private static func recent(_ times: [Int64], _ now: Int64) -> [Int64] {
        Array(times.filter { $0 <= now && $0 > now - window }.suffix(limit))
    }
}

/// The addresses that one person controls: one IPv4 address, or 2⁶⁴ IPv6 addresses.
package struct AddressBlock: Sendable, Hashable {
    private let bytes: [UInt8]

    package init(_ address: String) {
        guard let all = InternetAddress.bytes(address) else {
            bytes = Array(address.utf8.prefix(64))
            return
        }
        let isMapped = all.count == 16 && all[..<10].allSatisfy { $0 == 0 } && all[10] == 0xFF && all[11] == 0xFF
        bytes = all.count == 4 ? all : isMapped ? Array(all[12...]) : Array(all[..<8])
    }
}
