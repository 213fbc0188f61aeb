import PlayCore

/// Keeps pace by the host's clock, as a card would: silently when there is no device, or on behalf of one that takes
/// everything at once (ALSA's `null` and `file`: accepted immediately, delay always 0; measured with 1.2.8).
final class HostPacedDevice: PCMDevice {
    let name: String
    let bufferFrames: Int
    let periodFrames: Int
    /// Silence cannot stutter: it starts with whatever there is.
    let prefillFrames = 1
    private let clock: any HostClock
    private let sampleRate: Double
    private let inner: (any PCMDevice)?
    private var written: Double = 0
    /// Frames heard at `anchor`.
    private var heard: Double = 0
    /// Nil: standing still.
    private var anchor: HostTime?
    var isRunning: Bool { anchor != nil }

    /// - Parameter inner: gets what is written; nil: nobody does.
    init(format: AudioFormat, clock: any HostClock, inner: (any PCMDevice)? = nil) {
        name = inner?.name ?? "silence"
        self.inner = inner
        self.clock = clock
        sampleRate = Double(format.sampleRate)
        bufferFrames = format.frames(in: AudioTuning.deviceBuffer)
        periodFrames = format.frames(in: AudioTuning.devicePeriod)
    }

    /// Takes over from `inner`, which has swallowed `queued` frames and was started just now.
    init(pacing inner: any PCMDevice, queued: Int, format: AudioFormat, clock: any HostClock) {
        name = inner.name
        self.inner = inner
        self.clock = clock
        sampleRate = Double(format.sampleRate)
        bufferFrames = max(inner.bufferFrames, queued)
        periodFrames = inner.periodFrames
        written = Double(queued)
        anchor = clock.now
    }

    func poll() throws(PCMFault) -> PCMReading {
        settle()
        let delay = Int((written - heard).rounded(.up))
        return PCMReading(delay: delay, available: max(0, bufferFrames - delay))
    }

    func write(_ samples: UnsafePointer<Float>, frames: Int) throws(PCMFault) -> Int {
        settle()
        let available = max(0, bufferFrames - Int((written - heard).rounded(.up)))
        var taken = min(available, frames)
        if let inner, taken > 0 { taken = try inner.write(samples, frames: taken) }
        written += Double(taken)
        return taken
    }

    func start() throws(PCMFault) {
        // The inner device was started already when it was found not to pace; it never stops.
        if anchor == nil { anchor = clock.now }
    }

    func pause() throws(PCMFault) -> Int {
        settle()
        anchor = nil
        // What the inner device swallowed cannot be taken back, so it is kept and counts as delay.
        guard inner == nil else { return 0 }
        let discarded = Int((written - heard).rounded(.up))
        written = heard
        return discarded
    }

    func drop() {
        anchor = nil
        written = 0
        heard = 0
    }

    func recover(from fault: PCMFault) throws(PCMFault) -> PCMRecovery {
        guard let inner else { return .resumed }
        _ = try inner.recover(from: fault)
        return .resumed
    }

    /// Brings `heard` up to now; with nothing left, time does not count.
    private func settle() {
        guard let anchor else { return }
        let now = clock.now
        let elapsed = Double((now - anchor).nanoseconds) * sampleRate / 1e9
        guard elapsed > 0 else { return }
        heard = min(written, heard + elapsed)
        self.anchor = now
    }
}
