import PlayCore

/// Where the containers' times lie on the presentation axis: what one rendition has found holds for the others, so that
/// their sound and pictures stay together. Each discontinuity has an offset of its own, and where times begin anew
/// without one, several. Pure.
struct TimeAxis {
    private struct Offsets {
        var all: [MediaTime] = []
        /// The leading rendition's, which holds for the others as long as it fits them.
        var current = 0

        var inOrder: [(index: Int, offset: MediaTime)] {
            guard all.indices.contains(current) else { return [] }
            let rest = all.indices.filter { $0 != current }
            return ([current] + rest).map { ($0, all[$0]) }
        }
    }

    private var offsets: [Int: Offsets] = [:]

    /// 33 bits of 90 kHz: the times of transport streams begin anew after 26.5 hours.
    private static let wrap = MediaTime(nanoseconds: Int64((Double(1 << 33) / 90_000 * 1e9).rounded()))

    /// How a chain of segments came to begin.
    enum Occasion {
        /// The one before has ended there, or it is the first.
        case continuation
        /// A jump in a list of which playlist says all: to the segment of this index, and whether it counts in whole
        /// seconds.
        case jump(index: Int, isRounded: Bool)
        /// The times begin anew, and the playlist does not say so.
        case restart

        /// A packet that would lie farther from its segment tells that its times are not those that are known.
        func tolerance(_ duration: MediaTime) -> MediaTime {
            let widest = max(.seconds(10), duration + duration)
            let quarter = duration.scaled(by: 0.25)
            switch self {
            case .continuation: return widest
            case .restart: return min(.milliseconds(500), quarter)
            case .jump(let index, let isRounded):
                // What the playlist rounds adds up from its start on.
                let drift = (isRounded ? MediaTime.seconds(1) : .milliseconds(50)).scaled(by: Double(index))
                return min(widest, min(max(quarter, .milliseconds(250)), .seconds(1)) + drift)
            }
        }
    }

    /// What is added to a text's times, of which `first` is one; nil: nobody has seen pictures or sound of that
    /// discontinuity yet.
    func offset(discontinuity: Int, first: MediaTime, near start: MediaTime) -> MediaTime? {
        let candidates = offsets[discontinuity]?.inOrder.map { Self.turned($0.offset, first, start) } ?? []
        return candidates.min { Self.error($0, first, start) < Self.error($1, first, start) }
    }

    /// What is added to the times of a chain.
    ///
    /// - Parameters:
    ///   - first: the container's time of the chain's first picture, or of its first packet.
    ///   - start: of the segment that it begins with.
    ///   - isLeading: may say where a discontinuity lies.
    mutating func offset(
        discontinuity: Int, first: MediaTime, start: MediaTime, duration: MediaTime,
        _ occasion: Occasion = .continuation, isLeading: Bool
    ) -> MediaTime {
        var known = offsets[discontinuity] ?? Offsets()
        let tolerance = occasion.tolerance(duration)
        defer { offsets[discontinuity] = known }
        var candidates = known.inOrder.map { (index: $0.index, offset: Self.turned($0.offset, first, start)) }
        // What plays on stays where it is; a jump may lead into whatever has been seen.
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

    /// As many turns of the 33 bits on as bring it nearest.
    private static func turned(_ offset: MediaTime, _ first: MediaTime, _ start: MediaTime) -> MediaTime {
        let turns = ((start - first - offset).inSeconds / wrap.inSeconds).rounded()
        return offset + MediaTime(nanoseconds: Int64(turns) * wrap.nanoseconds)
    }

    private static func error(_ offset: MediaTime, _ first: MediaTime, _ start: MediaTime) -> MediaTime {
        max(first + offset - start, start - first - offset)
    }
}
