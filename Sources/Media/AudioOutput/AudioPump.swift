import PlayCore

/// Moves frames from the ring to the device and reports the audible frame to the stream. Used only by the `audio-out`
/// thread, or a test's thread. ``step()`` does all due work and never waits. While a device plays, it allocates
/// nothing, logs nothing, and holds the stream's lock only for short copies. A slow writer stops the sound until it
/// catches up. An underrun is counted and recovered.
final class AudioPump {
    /// When to call ``step()`` next. It must also be called when the stream needs attention.
    enum Wait: Equatable {
        case until(HostTime)
        case attention
        case closed
    }

    let stream: SharedStream
    let format: AudioFormat
    let clock: any HostClock
    let opener: any DeviceOpener
    private let pace: AudioPace
    var device: (any PCMDevice)?
    var retryTime: HostTime?
    var openDeadline: HostTime?
    /// The previous device while the viewer's choice is being opened, otherwise `nil`.
    var deviceBefore: String?
    let onRefusal: AudioRefusal

    private var epoch = 0
    private var isRunning = false
    /// The frames since the device was empty.
    private var queued = 0
    private var faultsInRow = 0
    /// `nil` while the device is empty: sound then starts at the requested volume, without a ramp.
    private var gain: GainStage?
    private let scratch: UnsafeMutablePointer<Float>
    private let scratchFrames: Int

    init(
        stream: SharedStream, format: AudioFormat, clock: any HostClock, opener: any DeviceOpener,
        pace: AudioPace = .film, onRefusal: @escaping AudioRefusal = { _, _, _ in }
    ) {
        self.pace = pace
        self.onRefusal = onRefusal
        self.stream = stream
        self.format = format
        self.clock = clock
        self.opener = opener
        scratchFrames = format.frames(in: AudioTuning.devicePeriod)
        scratch = .allocate(capacity: scratchFrames * format.channelCount)
        scratch.initialize(repeating: 0, count: scratchFrames * format.channelCount)
        opener.request()
    }

    deinit { scratch.deallocate() }

    func run(_ stream: SharedStream) {
        while true {
            let wait = step()
            if wait == .closed { return }
            var deadline: HostTime?
            if case .until(let time) = wait { deadline = realDeadline(time) }
            _ = stream.wait(until: deadline) { state -> Bool? in
                guard state.needsAttention else { return nil }
                state.needsAttention = false
                return true
            }
        }
    }

    /// Converts a deadline of `clock` to the system's clock, which the monitor uses.
    private func realDeadline(_ time: HostTime) -> HostTime {
        SystemClock().now + max(.zero, time - clock.now)
    }

    func step() -> Wait {
        installOpened()
        requestWantedDevice()
        let (isClosed, wanted, newEpoch) = stream.withLock { ($0.isClosed, $0.wantsSound, $0.epoch) }
        if isClosed {
            device?.drop()
            device = nil
            opener.cancel()
            return .closed
        }
        guard let device else { return waitForDevice() }
        if newEpoch != epoch {
            switch change(of: device) {
            case .wait(let time): return .until(time)
            case .append: break
            case .empty:
                if queued > 0 { device.drop() }
                deviceIsEmpty()
            }
            epoch = newEpoch
            stream.withLock { $0.lingering = nil }
        }
        do {
            if wanted { try serve() } else { try halt() }
            faultsInRow = 0
        } catch {
            handle(error)
            faultsInRow += 1
            // The first retry is immediate. Later ones wait, so that a failing device keeps no core busy.
            return .until(faultsInRow == 1 ? clock.now : clock.now + pace.period)
        }
        if !wanted || (!isRunning && queued == 0) { return idle() }
        return .until(clock.now + pace.period)
    }

    private func idle() -> Wait {
        stream.withLock { $0.isPumpIdle = true }
        // A block that arrived before `isPumpIdle` was set did not wake the pump.
        let hasWork = stream.withLock { $0.wantsSound && $0.ahead > 0 }
        if hasWork { return .until(clock.now) }
        return retryTime.map { .until($0) } ?? .attention
    }

    private enum Change {
        case empty
        /// The device holds the end of an item. The next item's frames follow it.
        case append
        /// The device continues with its frames. Check again at this time.
        case wait(HostTime)
    }

    private func change(of device: any PCMDevice) -> Change {
        guard isRunning, queued > 0 else { return .empty }
        let now = clock.now
        let least = device.prefillFrames
        let (lingering, isFollowed) = stream.withLock { state in
            let isReady = state.ahead >= least || (state.isFinished && state.ahead > 0)
            return (state.lingering, state.wantsSound && isReady)
        }
        guard let lingering, now < lingering.end else { return .empty }
        guard isFollowed else { return .wait(min(lingering.end, now + AudioTuning.lingeringStep)) }
        return lingering.isToEnd && isSounding(device) ? .append : .empty
    }

    /// Returns whether the device still plays. A device that failed or ran dry starts from the beginning.
    private func isSounding(_ device: any PCMDevice) -> Bool {
        do { return try device.poll().delay > 0 } catch { return false }
    }

    // MARK: While sound is wanted

    private func serve() throws(PCMFault) {
        stream.withLock { $0.isPumpIdle = false }
        guard let device else { return }
        if isRunning, try observe(device) {
            device.drop()
            deviceIsEmpty()
        }
        // Fills and starts the device at once: a sound server's half-full stream may lose its content while it waits.
        let least = device.prefillFrames
        guard isRunning || queued > 0 || stream.withLock({ $0.ahead >= least || ($0.isFinished && $0.ahead > 0) })
        else { return }
        try fill(device)
        guard !isRunning, queued > 0 else { return }
        try device.start()
        isRunning = true
        try startPacing(device)
    }

    /// Reports the device's delay to the stream. Returns whether all frames were heard.
    private func observe(_ device: any PCMDevice) throws(PCMFault) -> Bool {
        let reading = try device.poll()
        let now = clock.now
        let epoch = epoch
        let underruns = device.takeUnderruns()
        return stream.withLock {
            $0.underrunCount += underruns
            return $0.epoch == epoch ? $0.observe(delay: reading.delay, at: now) : false
        }
    }

    /// Switches to the host's clock if the started device keeps no time: such a device consumes all frames at once.
    private func startPacing(_ device: any PCMDevice) throws(PCMFault) {
        let reading = try device.poll()
        let hasSwallowed = reading.delay == 0 && reading.available > device.bufferFrames - queued / 2
        if hasSwallowed, queued > 1, !(device is HostPacedDevice || device is RemoteDevice) {
            self.device = HostPacedDevice(pacing: device, queued: queued, format: format, clock: clock)
        }
        if let device = self.device { _ = try observe(device) }
    }

    private func fill(_ device: any PCMDevice) throws(PCMFault) {
        // Also if the device is full: a change must be heard at once.
        _ = try device.takes(stream.withLock { $0.mix })
        var available = try device.poll().available
        let epoch = epoch
        while available > 0 {
            let limit = min(available, scratchFrames)
            let (frames, mix) = stream.withLock { state -> (Int, MixTarget) in
                (state.epoch == epoch ? state.next(into: scratch, limit: limit) : 0, state.mix)
            }
            guard frames > 0 else { break }
            let taken = try give(frames, mix: mix, to: device)
            stream.change {
                if $0.epoch == epoch { $0.took(taken) }
            } wakes: {
                $0.writerNeeds > 0 && $0.space >= $0.writerNeeds
            }
            queued += taken
            available -= taken
            if taken < frames { return }
        }
        if stream.withLock({ $0.epoch == epoch && $0.isFinished && $0.ahead == 0 }) { try device.end() }
    }

    /// Returns how many of the first `frames` frames of `scratch` the device accepted.
    private func give(_ frames: Int, mix: MixTarget, to device: any PCMDevice) throws(PCMFault) -> Int {
        if try device.takes(mix) { return try device.write(scratch, frames: frames) }
        var before = gain ?? GainStage(format: format, mix: mix)
        before.aim(at: mix)
        var after = before
        after.process(scratch, frames: frames)
        let taken = try device.write(scratch, frames: frames)
        if taken < frames {
            before.advance(frames: taken)
            after = before
        }
        gain = after
        return taken
    }

    // MARK: Stopping

    /// Silences the device at once. Keeps frames that were not heard.
    private func halt() throws(PCMFault) {
        guard let device, queued > 0 else { return }
        let discarded = try device.pause()
        let delay = try device.poll().delay
        let epoch = epoch
        stream.withLock { if $0.epoch == epoch { $0.stopped(discarded: discarded, delay: delay) } }
        isRunning = false
        queued = delay
        if delay == 0 { gain = nil }
    }

    func deviceIsEmpty() {
        isRunning = false
        queued = 0
        gain = nil
    }

    private func handle(_ fault: PCMFault) {
        guard let device else { return }
        if case .lost(let error) = fault { return lose(error) }
        do {
            switch try device.recover(from: fault) {
            case .resumed, .notYet: break
            case .emptied:
                let (epoch, now) = (epoch, clock.now)
                stream.withLock { if $0.epoch == epoch { $0.ranDry(at: now) } }
                deviceIsEmpty()
            }
        } catch .lost(let error) {
            lose(error)
        } catch {
            lose(AudioError(.lost, operation: "recover", text: "recovering failed", context: device.name))
        }
    }
}
