import PlayCore

/// Pictures of one stream that wait for their sound. A value.
struct DueQueue<Picture> {
    private struct Entry {
        let picture: Picture
        let time: MediaTime
    }

    /// Pictures wait for sound that is a quarter of a second late and a device that holds 50 ms: at 60 a second some 20.
    static var most: Int { 24 }
    /// So much before its sound a picture may be shown: half of what one frame of 30 a second lasts.
    private static var lead: MediaTime { .milliseconds(15) }
    /// Farther ahead of the sound, they do not belong together.
    private static var farAhead: MediaTime { .seconds(1) }

    private var entries = Fifo<Entry>()
    /// Pictures that were never shown, since a newer one was due, or there was no place.
    private(set) var dropped = 0

    var isEmpty: Bool { entries.isEmpty }

    mutating func append(_ picture: Picture, at time: MediaTime) {
        // A stream that begins anew.
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

    /// The newest picture that is due.
    ///
    /// - Parameter heard: what is heard of its speaker; nil: nothing, and the newest is due.
    mutating func due(heard: MediaTime?) -> (picture: Picture, time: MediaTime)? {
        var newest: Entry?
        while let first = entries.first, isDue(first.time, heard) {
            if newest != nil { dropped += 1 }
            newest = entries.popFirst()
        }
        return newest.map { ($0.picture, $0.time) }
    }

    /// How long until the next one is due; nil: there is none.
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
