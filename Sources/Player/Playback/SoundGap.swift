import PlayCore

/// Notices in the packets that the sound has fallen silent while the picture goes on: it ends earlier, begins later,
/// or its track is empty. Nobody may wait for sound that does not come. Pure; used by the `demux` thread.
struct SoundGap {
    /// Sound that comes later than this after its picture is not waited for: no container in use interleaves so badly.
    private static let patience: MediaTime = .seconds(10)
    /// So much of the silence is left open, for sound that comes after all.
    private static let reserve: MediaTime = .seconds(5)
    /// A picture further ahead has a damaged time, or all times jump.
    private static let longestLead: MediaTime = .seconds(60)

    private var soundEnd: MediaTime
    private var lastPicture: MediaTime

    init(start: MediaTime = .zero) {
        soundEnd = start
        lastPicture = start
    }

    mutating func sound(until end: MediaTime) { soundEnd = max(soundEnd, end) }

    /// - Returns: the stretch that is silent, once it is known.
    mutating func picture(at time: MediaTime) -> MediaRange? {
        // Two in a row must say so: one may be damaged.
        let reached = min(time, lastPicture)
        lastPicture = time
        let lead = reached - soundEnd
        if lead > Self.longestLead {
            soundEnd = reached
            return nil
        }
        guard lead > Self.patience else { return nil }
        let silence = MediaRange(start: soundEnd, end: reached - Self.reserve)
        soundEnd = silence.end
        return silence
    }
}
