import PlayCore

/// Estimates the frame that leaves the loudspeaker. Devices report their delay in steps (periods, a server's packets),
/// so small differences are applied gradually. A large difference is real (a stall, a jump) and is applied at once.
struct HeardClock {
    private let sampleRate: Double
    private var frame: Double
    private var host = HostTime.zero
    /// Whether sound is heard; otherwise `frame` does not change.
    private(set) var isRunning = false

    /// 20 ms, our period: the device's steps explain smaller differences only.
    private var jumpLimit: Double { sampleRate * 0.020 }

    init(sampleRate: Int, at frame: Int64 = 0) {
        self.sampleRate = Double(sampleRate)
        self.frame = Double(frame)
    }

    func frame(at now: HostTime) -> Double {
        guard isRunning, now > host else { return frame }
        return frame + Double((now - host).nanoseconds) * sampleRate / 1e9
    }

    mutating func stop(at frame: Double) {
        self.frame = frame
        isRunning = false
    }

    /// Sets the clock so that `frame` is heard at `now`, without starting or stopping it.
    mutating func rebase(to frame: Double, at now: HostTime) {
        self.frame = frame
        host = now
    }

    mutating func observe(_ measured: Double, at now: HostTime) {
        let expected = frame(at: now)
        let error = measured - expected
        if !isRunning || abs(error) >= jumpLimit {
            frame = measured
        } else if abs(error) <= 1 {
            // The device counts whole frames.
            frame = expected
        } else {
            // An eighth each 20 ms: a step of the device is spread over about 160 ms.
            frame = expected + error / 8
        }
        host = now
        isRunning = true
    }
}
