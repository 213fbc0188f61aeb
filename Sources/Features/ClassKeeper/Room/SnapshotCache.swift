import ClassWire
import PlayCore

/// States that are being read page by page: each stays as it was while somebody reads. A value.
struct SnapshotCache: Sendable, Equatable {
    struct Snapshot: Sendable, Equatable {
        let chain: EventChain
        let lines: [String]
    }

    private struct Kept: Sendable, Equatable {
        let snapshot: Snapshot
        var until: HostTime
    }

    /// As docs/live-wire.md promises, from the last page on.
    private static let lifetime = HostTime.seconds(60)
    /// Each may have megabytes; who loses his begins anew.
    private static let limit = 16

    private var kept: [Int64: Kept] = [:]

    mutating func find(_ number: Int64, at now: HostTime) -> Snapshot? {
        guard let found = kept[number], found.until > now else { return nil }
        kept[number]?.until = now + Self.lifetime
        return found.snapshot
    }

    mutating func put(_ snapshot: Snapshot, at now: HostTime) {
        if kept.count >= Self.limit, let oldest = kept.min(by: { $0.value.until < $1.value.until })?.key {
            kept[oldest] = nil
        }
        kept[snapshot.chain.number] = Kept(snapshot: snapshot, until: now + Self.lifetime)
    }

    mutating func expire(at now: HostTime) {
        if kept.contains(where: { $0.value.until <= now }) { kept = kept.filter { $0.value.until > now } }
    }
}
