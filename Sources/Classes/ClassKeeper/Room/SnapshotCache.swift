import ClassWire
import PlayCore

/// States that clients read page by page. Each stays unchanged while it is read.
///
/// Writing and compressing a state of thousands of strokes takes a large part of a second, and a whole class enters
/// within a minute. So later clients get the same pages, followed by the events since then.
struct SnapshotCache: Sendable, Equatable {
    struct Snapshot: Sendable, Equatable {
        let chain: EventChain
        let total: Int
        private let pages: [Int: PackedLines]

        init(chain: EventChain, _ pages: [PackedLines]) {
            var (places, from) = ([Int: PackedLines](), 0)
            for page in pages {
                places[from] = page
                from += page.count
            }
            (self.chain, total, self.pages) = (chain, from, places)
        }

        func page(from: Int) -> PackedLines? { pages[from] }
    }

    private struct Kept: Sendable, Equatable {
        let snapshot: Snapshot
        var until: HostTime
    }

    private struct Base: Sendable, Equatable {
        let pages: [PackedLines]
        var number: Int64
        var later: [String] = []
        var laterBytes = 0
    }

    /// Since a client has read its latest page (docs/live-wire.md).
    private static let lifetime = HostTime.seconds(60)
    private static let limit = 16
    /// Up to this size, sending later events is cheaper than writing a new state.
    private static let mostLaterBytes = 256 << 10

    private var kept: [Int64: Kept] = [:]
    private var base: Base?

    mutating func find(_ number: Int64, at now: HostTime) -> Snapshot? {
        guard let found = kept[number], found.until > now else { return nil }
        kept[number]?.until = now + Self.lifetime
        return found.snapshot
    }

    mutating func newest(of room: KeptClass, at now: HostTime) -> Snapshot {
        if let found = find(room.chain.number, at: now) { return found }
        var pages: [PackedLines]
        if let base, base.number == room.chain.number {
            pages = base.pages + PackedLines.all(base.later)
        } else {
            pages = PackedLines.all(room.snapshot)
            base = Base(pages: pages, number: room.chain.number)
        }
        let snapshot = Snapshot(chain: room.chain, pages)
        put(snapshot, at: now)
        return snapshot
    }

    mutating func add(_ events: [NumberedEvent]) {
        guard base != nil else { return }
        for event in events {
            base?.number = event.number
            base?.later.append(event.line)
            base?.laterBytes += event.line.utf8.count
        }
        if base?.laterBytes ?? 0 > Self.mostLaterBytes { base = nil }
    }

    private mutating func put(_ snapshot: Snapshot, at now: HostTime) {
        if kept.count >= Self.limit, let oldest = kept.min(by: { $0.value.until < $1.value.until })?.key {
            kept[oldest] = nil
        }
        kept[snapshot.chain.number] = Kept(snapshot: snapshot, until: now + Self.lifetime)
    }

    mutating func expire(at now: HostTime) {
        if kept.contains(where: { $0.value.until <= now }) { kept = kept.filter { $0.value.until > now } }
        if kept.isEmpty { base = nil }
    }
}
