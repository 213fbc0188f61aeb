import PlayCore

/// Maps containers' times to the presentation axis. An offset found by one rendition holds for the others, so that
/// sound and pictures stay together. Each discontinuity has its own offset, or several if times restart within it.
struct TimeAxis {
    private struct Offsets {
        var all: [MediaTime] = []
        /// The leading rendition's offset, used for the others as long as it fits them.
        var current = 0

        var inOrder: [(index: Int, offset: MediaTime)] {
            guard all.indices.contains(current) else { return [] }
            let rest = all.indices.filter { $0 != current }
            return ([current] + rest).map { ($0, all[$0]) }
        }
    }

    private var offsets: [Int: Offsets] = [:]

    /// 33 bits at 90 kHz: a transport stream's times restart after 26.5 hours.
    private static let wrap = MediaTime(nanoseconds: Int64((Double(1 << 33) / 90_000 * 1e9).rounded()))

    enum Occasion {
        /// The chain continues the previous one, or is the first.
        case continuation
        /// A seek in a finished list: the segment's index, and whether the list counts whole seconds.
        case jump(index: Int, isRounded: Bool)
        /// The times restart, although the playlist does not announce it.
        case restart

        /// Returns the tolerance. A packet farther from its segment shows that the known offset does not apply.
        func tolerance(_ duration: MediaTime) -> MediaTime {
            let widest = max(.seconds(10), duration + duration)
            let quarter = duration.scaled(by: 0.25)
            switch self {
            case .continuation: return widest
            case .restart: return min(.milliseconds(500), quarter)
            case .jump(let index, let isRounded):
                // The playlist's rounding adds up from its start.
                let drift = (isRounded ? MediaTime.seconds(1) : .milliseconds(50)).scaled(by: Double(index))
                return min(widest, min(max(quarter, .milliseconds(250)), .seconds(1)) + drift)
            }
        }
    }

    /// Returns the offset of a text's times, such as `first`, or `nil` before its discontinuity was read.
    func offset(discontinuity: Int, first: MediaTime, near start: MediaTime) -> MediaTime? {
        let candidates = offsets[discontinuity]?.inOrder.map { Self.turned($0.offset, first, start) } ?? []
        return candidates.min { Self.error($0, first, start) < Self.error($1, first, start) }
    }

    /// Returns the offset of a chain's times. `first` is the container's time of its first picture, or else of its
    /// first packet. `start` is its first segment's. Only an `isLeading` chain may set a discontinuity's offset.
    mutating func offset(
        discontinuity: Int, first: MediaTime, start: MediaTime, duration: MediaTime,
        _ occasion: Occasion = .continuation, isLeading: Bool
    ) -> MediaTime {
        var known = offsets[discontinuity] ?? Offsets()
        let tolerance = occasion.tolerance(duration)
        defer { offsets[discontinuity] = known }
        var candidates = known.inOrder.map { (index: $0.index, offset: Self.turned($0.offset, first, start)) }
        // Continuous playback keeps its offset. A seek may use any known one.
        if case .jump = occasion {
            candidates.sort { Self.error($0.offset, first, start) < Self.error($1.offset, first, start) }
        }
        for (index, offset) in candidates where Self.error(offset, first, start) <= tolerance {
            if isLeading { known.current = index }
            return offset
        }
        let own = start - first
        let isRestart = if case .restart = occasion { true } else { false }
        if isLeading || isRestart {
            known.all.append(own)
            if isLeading { known.current = known.all.count - 1 }
        }
        return own
    }

    /// Returns the offset plus the nearest multiple of the 33-bit range.
    private static func turned(_ offset: MediaTime, _ first: MediaTime, _ start: MediaTime) -> MediaTime {
        let turns = ((start - first - offset).inSeconds / wrap.inSeconds).rounded()
        return offset + MediaTime(nanoseconds: Int64(turns) * wrap.nanoseconds)
    }

    private static func error(_ offset: MediaTime, _ first: MediaTime, _ start: MediaTime) -> MediaTime {
        max(first + offset - start, start - first - offset)
    }
}
