import PlayCore

extension AudioPump {
    /// Waits up to ``AudioTuning/openPatience`` for the first device; then the item plays silently. The status changes
    /// only when opening ends and shows whether there is a device.
    func waitForDevice() -> Wait {
        let now = clock.now
        let deadline = openDeadline ?? now + AudioTuning.openPatience
        openDeadline = deadline
        guard now >= deadline else { return .until(deadline) }
        goSilent()
        return .until(now)
    }

    func requestWantedDevice() {
        let wanted = stream.withLock { state in
            defer { state.wantedDevice = nil }
            return state.wantedDevice
        }
        guard let wanted, wanted != opener.name else { return }
        deviceBefore = deviceBefore ?? opener.name
        retryTime = nil
        opener.request(wanted)
    }

    func installOpened() {
        if let time = retryTime, clock.now >= time {
            retryTime = nil
            opener.request()
        }
        guard let result = opener.receive() else { return }
        switch result {
        case .success(let opened):
            deviceBefore = nil
            install(opened)
        case .failure(let error): failedToOpen(error)
        }
    }

    private func install(_ opened: any PCMDevice) {
        let now = clock.now
        device?.drop()
        deviceIsEmpty()
        device = opened
        stream.withLock {
            $0.handOver(at: now)
            $0.device = .open(name: opened.name)
            $0.underrunCount = 0
        }
    }

    private func failedToOpen(_ error: AudioError) {
        if let before = deviceBefore { return stay(with: before, insteadOf: opener.name, error) }
        if error.code.awaitsListener {
            let status = AudioSinkStatus.Device.unheard(reason: error.text)
            if device == nil { goSilent(status) } else { stream.withLock { $0.device = status } }
            retryTime = clock.now + AudioTuning.retry
            return
        }
        if device == nil { return goSilent(.absent(reason: error.text)) }
        let wasLost = stream.withLock { state in
            if case .lost = state.device { return true }
            state.device = .absent(reason: error.text)
            return false
        }
        if wasLost { retryTime = clock.now + AudioTuning.retry }
    }

    /// Keeps the current device after a chosen one failed to open, and retries a lost one.
    private func stay(with before: String, insteadOf wanted: String, _ error: AudioError) {
        deviceBefore = nil
        opener.setName(before)
        onRefusal(wanted, before, error)
        if device == nil { return goSilent(.absent(reason: error.text)) }
        if stream.withLock({ $0.device.mayComeBack }) {
            retryTime = clock.now + AudioTuning.retry
        }
    }

    /// Continues with the host's clock from the audible frame.
    func lose(_ error: AudioError) {
        let now = clock.now
        stream.withLock { $0.handOver(at: now) }
        let name = deviceBefore ?? opener.name
        goSilent(error.code.awaitsListener ? .unheard(reason: error.text) : .lost(name: name, reason: error.text))
        retryTime = now + AudioTuning.retry
    }

    private func goSilent(_ status: AudioSinkStatus.Device) {
        goSilent()
        stream.withLock { $0.device = status }
    }

    private func goSilent() {
        device?.drop()
        deviceIsEmpty()
        device = HostPacedDevice(format: format, clock: clock)
    }
}

extension AudioSinkStatus.Device {
    fileprivate var mayComeBack: Bool {
        switch self {
        case .lost, .unheard: true
        case .open, .absent: false
        }
    }
}
