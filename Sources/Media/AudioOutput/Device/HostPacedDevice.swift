import PlayCore

/// Keeps pace by the host's clock, as a card would: silently without a device, or for a device that accepts everything
/// at once (ALSA's `null` and `file`, whose delay is always 0; measured with 1.2.8).
final class HostPacedDevice: PCMDevice {
    let name: String
    let bufferFrames: Int
    let periodFrames: Int
    /// Silence cannot stutter, so one frame is enough to start.
    let prefillFrames = 1
    private let clock: any HostClock
    private let sampleRate: Double
    private let inner: (any PCMDevice)?
    private var written: Double = 0
    private var heard: Double = 0
    /// When `heard` was current, or `nil` while stopped.
    private var anchor: HostTime?
    var isRunning: Bool { anchor != nil }

    /// - Parameter inner: receives the written frames, or `nil` to discard them.
    init(format: AudioFormat, clock: any HostClock, inner: (any PCMDevice)? = nil) {
        name = inner?.name ?? "silence"
        self.inner = inner
        self.clock = clock
        sampleRate = Double(format.sampleRate)
        bufferFrames = format.frames(in: AudioTuning.deviceBuffer)
        periodFrames = format.frames(in: AudioTuning.devicePeriod)
    }

    /// Takes over from `inner`, which has accepted `queued` frames and was just started.
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
        // The inner device runs already. It never stops.
        if anchor == nil { anchor = clock.now }
    }

    func pause() throws(PCMFault) -> Int {
        settle()
        anchor = nil
        // The inner device's frames cannot be taken back, so they stay and count as delay.
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

    /// Advances `heard` to now. Time does not count while no frames are left.
    private func settle() {
        guard let anchor else { return }
        let now = clock.now
        let elapsed = Double((now - anchor).nanoseconds) * sampleRate / 1e9
        guard elapsed > 0 else { return }
        heard = min(written, heard + elapsed)
        self.anchor = now
    }
}
