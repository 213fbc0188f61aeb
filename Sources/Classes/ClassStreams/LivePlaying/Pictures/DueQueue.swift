import PlayCore

/// Pictures of one stream that wait for their sound.
struct DueQueue<Picture> {
    private struct Entry {
        let picture: Picture
        let time: MediaTime
    }

    /// Sound is up to a quarter of a second late and the device holds 50 ms, which is some 20 pictures at 60 per
    /// second.
    static var most: Int { 24 }
    /// A picture may precede its sound by half a frame at 30 per second.
    private static var lead: MediaTime { .milliseconds(15) }
    /// A picture farther ahead does not belong to the sound, and is shown at once.
    private static var farAhead: MediaTime { .seconds(1) }

    private var entries = Fifo<Entry>()
    /// Pictures never shown, because a newer one was due or the queue was full.
    private(set) var dropped = 0

    var isEmpty: Bool { entries.isEmpty }

    mutating func append(_ picture: Picture, at time: MediaTime) {
        if let first = entries.first, time < first.time { removeAll() }
        if entries.count >= Self.most {
            _ = entries.popFirst()
            dropped += 1
        }
        entries.append(Entry(picture: picture, time: time))
    }

    mutating func removeAll() {
        dropped += entries.count
        entries.removeAll()
    }

    /// Removes all due pictures and returns the newest. All are due if the speaker is silent (`heard` is `nil`).
    mutating func due(heard: MediaTime?) -> (picture: Picture, time: MediaTime)? {
        var newest: Entry?
        while let first = entries.first, isDue(first.time, heard) {
            if newest != nil { dropped += 1 }
            newest = entries.popFirst()
        }
        return newest.map { ($0.picture, $0.time) }
    }

    func wait(heard: MediaTime?) -> HostTime? {
        guard let first = entries.first else { return nil }
        guard let heard, !isDue(first.time, heard) else { return .zero }
        return HostTime(nanoseconds: (first.time - heard - Self.lead).nanoseconds)
    }

    private func isDue(_ time: MediaTime, _ heard: MediaTime?) -> Bool {
        guard let heard else { return true }
        let ahead = time - heard
        return ahead <= Self.lead || ahead > Self.farAhead
    }
}
