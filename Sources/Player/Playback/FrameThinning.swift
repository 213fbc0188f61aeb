import PlayCore

/// Omits pictures of a video that is shown small beside others. Keeps the first of a run, so that stills fit.
struct FrameThinning {
    private var next: MediaTime?

    /// - Parameter interval: media time from one picture to the next; zero keeps all.
    mutating func keeps(_ time: MediaTime, every interval: MediaTime) -> Bool {
        guard interval > .zero else { return true }
        // A time before the last kept picture follows a seek, and starts the interval again.
        guard let next, time >= next - interval else {
            self.next = time + interval
            return true
        }
        guard time >= next else { return false }
        self.next = time < next + interval ? next + interval : time + interval
        return true
    }
}
