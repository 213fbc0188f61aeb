import PlayCore

/// Leaves out pictures of a video that is shown small beside others. The first of a run stays, so that a still
/// picture is the one of its place. A value.
struct FrameThinning {
    private var next: MediaTime?

    /// - Parameter interval: media time from one picture to the next; zero: all stay.
    mutating func keeps(_ time: MediaTime, every interval: MediaTime) -> Bool {
        guard interval > .zero else { return true }
        // What lies before the last one that stayed begins anew, as after a jump.
        guard let next, time >= next - interval else {
            self.next = time + interval
            return true
        }
        guard time >= next else { return false }
        self.next = time < next + interval ? next + interval : time + interval
        return true
    }
}
