/// How much more than the measured rate is written while that still grows: the first answers of a terminal say little of
/// its line (they come when it has drawn, or with its next turn), and at once written only as much as was measured, no
/// more would ever be. Pure.
///
/// BBR's start-up (Cardwell et al., "BBR: Congestion-Based Congestion Control", ACM Queue 2016), with smaller steps,
/// because a picture waits behind what is too much.
struct StartGain {
    private static let gain = 1.6
    /// Growth that counts, and how many measurements may go by without any.
    private static let growth = 1.15
    private static let patience = 2

    private var best = 0.0
    private var plateau = 0
    private(set) var isOver = false

    /// Factor for the allowance.
    var factor: Double { isOver ? 1 : Self.gain }

    /// The rate after a measurement.
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
