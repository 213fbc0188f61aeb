import PlayCore

/// Detects from the packets that the sound is silent while the picture continues: it starts later, ends earlier, or its
/// track is empty. Threads must not wait for such sound. Used on the `demux` thread.
struct SoundGap {
    /// How far sound may lag behind its picture. No usual container interleaves so badly.
    private static let patience: MediaTime = .seconds(10)
    /// The end of the silence that is not announced yet, because its sound may still arrive.
    private static let reserve: MediaTime = .seconds(5)
    /// The longest lead of a picture. Beyond it, the picture has a damaged time, or all times jump.
    private static let longestLead: MediaTime = .seconds(60)

    private var soundEnd: MediaTime
    private var lastPicture: MediaTime

    init(start: MediaTime = .zero) {
        soundEnd = start
        lastPicture = start
    }

    mutating func sound(until end: MediaTime) { soundEnd = max(soundEnd, end) }

    /// - Returns: the silent range once it is certain, else `nil`.
    mutating func picture(at time: MediaTime) -> MediaRange? {
        // Two pictures in a row must confirm it, because one time may be damaged.
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
