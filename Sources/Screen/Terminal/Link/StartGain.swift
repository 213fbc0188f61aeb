/// The factor over the measured rate while the rate still grows. A terminal's first answers come when it has drawn and
/// say little about its line. If only the measured amount were written, the rate would never grow. This is BBR's
/// start-up (Cardwell et al., "BBR: Congestion-Based Congestion Control", ACM Queue 2016) with smaller steps, because a
/// picture waits behind the excess.
struct StartGain {
    private static let gain = 1.6
    /// The least growth that counts, and the number of measurements that may pass without it.
    private static let growth = 1.15
    private static let patience = 2

    private var best = 0.0
    private var plateau = 0
    private(set) var isOver = false

    var factor: Double { isOver ? 1 : Self.gain }

    mutating func measured(_ rate: Double) {
        guard !isOver else { return }
        if rate >= best * Self.growth {
            best = rate
            plateau = 0
        } else {
            plateau += 1
            isOver = plateau >= Self.patience
        }
    }
}
