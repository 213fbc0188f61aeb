import PlayCore

protocol DeviceOpener: AnyObject, Sendable {
    var name: String { get }

    func request()

    /// Requests another device. Abandons an attempt for the previous one.
    func request(_ name: String)

    /// Restores the name of the device in use, without an attempt.
    func setName(_ name: String)

    func receive() -> Result<any PCMDevice, AudioError>?

    /// Abandons the current attempt. No result will be received.
    func cancel()
}

/// Opens ALSA's device on its own thread, `audio-open`: connecting to a dead PulseAudio server takes up to 30 s, while
/// sound (or silence) must continue. A ``ListenerWatch`` looks for remote listeners instead.
final class ThreadedOpener: DeviceOpener {
    private let format: AudioFormat
    private let pace: AudioPace
    private let remote: RemoteSound?
    private let stream: SharedStream
    private let state: Monitor<State>

    private struct State {
        var name: String
        var thread: WorkerThread?
        /// Replaces the thread if the name is a remote listener's.
        var watch: ListenerWatch?
        var result: Delivery?
        /// The number of the newest request. Results of older ones are dropped.
        var number = 0
        var isCancelled = false
    }

    private struct Delivery: @unchecked Sendable {
        // Sendable: the opening thread keeps no reference, and `receive` returns it once.
        let result: Result<any PCMDevice, AudioError>
    }

    init(name: String, format: AudioFormat, pace: AudioPace, stream: SharedStream, remote: RemoteSound? = nil) {
        self.remote = remote
        self.pace = pace
        state = Monitor(State(name: name))
        self.format = format
        self.stream = stream
    }

    var name: String { state.withLock { $0.name } }

    func request() {
        state.withLock { state in
            guard state.thread == nil else { return }
            if let watch = state.watch { return watch.request() }
            begin(&state)
        }
    }

    func request(_ name: String) {
        let (thread, isFinished) = state.withLock { state -> (WorkerThread?, Bool) in
            let old = (state.thread, state.result != nil)
            state.name = name
            state.number += 1
            state.result = nil
            state.thread = nil
            endWatch(&state)
            begin(&state)
            return old
        }
        if isFinished { thread?.join() } else { thread?.detach() }
    }

    func setName(_ name: String) {
        state.withLock { state in
            guard state.name != name else { return }
            state.name = name
            endWatch(&state)
            // Keeps the current listener, and continues to look for its successor.
            if RemotePlace.isRemote(name) { begin(&state) }
        }
    }

    private func endWatch(_ state: inout State) {
        state.watch?.cancel()
        state.watch = nil
    }

    private func begin(_ state: inout State) {
        guard !state.isCancelled else { return }
        let (name, number) = (state.name, state.number)
        if let remote, let place = RemotePlace(name) {
            state.watch = ListenerWatch(place, format: format, remote: remote) { [weak self] in
                self?.deliver(Delivery(result: $0.result), number)
            }
            return
        }
        state.thread = WorkerThread(name: "audio-open") { [self] in open(name, number) }
    }

    private func open(_ name: String, _ number: Int) {
        let result: Result<any PCMDevice, AudioError>
        do {
            result = .success(try ALSADevice.open(name, format: format, pace: pace))
        } catch {
            result = .failure(error)
        }
        deliver(Delivery(result: result), number)
    }

    /// Stores the result. After a cancel, or for an older request, releasing `delivery` closes the device.
    private func deliver(_ delivery: Delivery, _ number: Int) {
        state.withLock { if !$0.isCancelled, $0.number == number { $0.result = delivery } }
        stream.update { $0.needsAttention = true }
    }

    func receive() -> Result<any PCMDevice, AudioError>? {
        let (delivery, finished) = state.withLock { state -> (Delivery?, WorkerThread?) in
            guard let delivery = state.result else { return (nil, nil) }
            defer {
                state.result = nil
                state.thread = nil
            }
            return (delivery, state.thread)
        }
        finished?.join()
        return delivery?.result
    }

    /// Abandons a hanging attempt, which ends with the process: quitting must not wait for a dead server.
    func cancel() {
        let (thread, isFinished) = state.withLock { state -> (WorkerThread?, Bool) in
            state.isCancelled = true
            endWatch(&state)
            defer {
                state.thread = nil
                state.result = nil
            }
            return (state.thread, state.result != nil)
        }
        if isFinished { thread?.join() } else { thread?.detach() }
    }
}
