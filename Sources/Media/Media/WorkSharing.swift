internal import PlayCore

/// Whether one thread decodes, or all processors share the work. Pure; asked at each key frame, where decoders change.
///
/// Pictures that come late may have either reason: one thread decodes too slowly, or other programs want the
/// processors. The CPU time that one thread took tells them apart: where it is small, the work returns to one thread
/// when pictures have come in time for a while, since each thread costs memory and CPU time.
struct WorkSharing {
    /// Of the film's time: a thread that takes less has reserves enough to go back to it.
    private static let affordable = 0.5

    private(set) var isShared = false
    /// CPU time of one thread for a second of the film, in seconds; nil: not known.
    private var cost: Double?
    private var lastKeyframe: (time: MediaTime, threadTime: HostTime)?
    private var isLate = false
    private var isSkipping = false
    private var inTime = MediaTime.zero
    /// How much of the film has to come in time before the work returns to one thread.
    private var patience = MediaTime.seconds(30)

    /// Before each packet.
    ///
    /// - Parameters:
    ///   - isLate: pictures come too late.
    ///   - isSkipping: some are not decoded, so the time that the others take says nothing.
    mutating func note(isLate: Bool, isSkipping: Bool) {
        self.isLate = self.isLate || isLate
        self.isSkipping = self.isSkipping || isSkipping
    }

    /// What comes next does not follow what was.
    mutating func flush() {
        lastKeyframe = nil
        startGroup()
    }

    /// - Parameters:
    ///   - time: of the key frame, on the media axis.
    ///   - threadTime: CPU time of the thread that decodes, so far.
    /// - Returns: whether another decoder has to take over.
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
        // Where lateness returns each time, the changes become rare.
        patience = patience + patience
        isShared = false
        return true
    }

    private mutating func startGroup() { (isLate, isSkipping) = (false, false) }
}
