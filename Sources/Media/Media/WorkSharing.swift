internal import PlayCore

/// Decides at each key frame, where decoders change, whether one thread decodes or all processors share the work. Late
/// pictures have two possible causes: one thread decodes too slowly, or other programs use the processors. The CPU time
/// of the single thread distinguishes them. If it is small, the work returns to one thread once pictures have been in
/// time for a while, because each thread costs memory and CPU time.
struct WorkSharing {
    /// The share of the film's time within which a thread can decode alone.
    private static let affordable = 0.5

    private(set) var isShared = false
    /// One thread's CPU seconds per second of the film, or `nil` if unknown.
    private var cost: Double?
    private var lastKeyframe: (time: MediaTime, threadTime: HostTime)?
    private var isLate = false
    private var isSkipping = false
    private var inTime = MediaTime.zero
    /// How much of the film must be in time before the work returns to one thread.
    private var patience = MediaTime.seconds(30)

    /// Called before each packet. While pictures are skipped, the CPU time does not count.
    mutating func note(isLate: Bool, isSkipping: Bool) {
        self.isLate = self.isLate || isLate
        self.isSkipping = self.isSkipping || isSkipping
    }

    /// Called if the next packets do not follow the previous ones.
    mutating func flush() {
        lastKeyframe = nil
        startGroup()
    }

    /// Returns whether another decoder must take over. `threadTime` is the decoding thread's CPU time so far.
    mutating func changes(atKeyframe time: MediaTime, threadTime: HostTime) -> Bool {
        let last = lastKeyframe
        lastKeyframe = (time, threadTime)
        let (isLate, isSkipping) = (isLate, isSkipping)
        startGroup()
        guard isShared else {
            if let last, time > last.time, !isSkipping {
                cost = Double((threadTime - last.threadTime).nanoseconds) / Double((time - last.time).nanoseconds)
            }
            isShared = isLate
            inTime = .zero
            return isLate
        }
        inTime = isLate ? .zero : inTime + max(.zero, time - (last?.time ?? time))
        guard cost.map({ $0 < Self.affordable }) ?? true, inTime >= patience else { return false }
        // If pictures are late again each time, changes become rare.
        patience = patience + patience
        isShared = false
        return true
    }

    private mutating func startGroup() { (isLate, isSkipping) = (false, false) }
}
