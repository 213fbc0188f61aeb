import PlayCore

/// Where the containers' times lie on the presentation axis, one offset for each discontinuity: what one rendition has
/// found holds for the others, so that their sound and pictures stay together. Pure.
struct TimeAxis {
    private var offsets: [Int: MediaTime] = [:]

    /// 33 bits of 90 kHz: the times of transport streams begin anew after 26.5 hours.
    private static let wrap = MediaTime(nanoseconds: Int64((Double(1 << 33) / 90_000 * 1e9).rounded()))
    /// A packet that would lie farther from its segment tells that the renditions do not share their times.
    private static let tolerance = MediaTime.seconds(10)

    /// What is added to a text's times, of which `first` is one; nil: nobody has seen pictures or sound of that
    /// discontinuity yet.
    func offset(discontinuity: Int, first: MediaTime, near start: MediaTime) -> MediaTime? {
        guard let known = offsets[discontinuity] else { return nil }
        let turns = ((start - first - known).inSeconds / Self.wrap.inSeconds).rounded()
        return known + MediaTime(nanoseconds: Int64(turns) * Self.wrap.nanoseconds)
    }

    /// What is added to the times of a chain.
    ///
    /// - Parameters:
    ///   - first: the container's time of the chain's first picture, or of its first packet.
    ///   - start: of the segment that it begins with.
    ///   - isLeading: may say where a discontinuity lies.
    mutating func offset(
        discontinuity: Int, first: MediaTime, start: MediaTime, duration: MediaTime, isLeading: Bool
    ) -> MediaTime {
        let own = start - first
        guard let known = offsets[discontinuity] else {
            if isLeading { offsets[discontinuity] = own }
            return own
        }
        let distance = own - known
        let turns = Int64((Double(distance.nanoseconds) / Double(Self.wrap.nanoseconds)).rounded())
        let offset = known + MediaTime(nanoseconds: turns * Self.wrap.nanoseconds)
        let error = max(first + offset - start, start - first - offset)
        return error > max(Self.tolerance, duration + duration) ? own : offset
    }
}
