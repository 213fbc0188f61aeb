package import PlayCore

/// Receives the samples instead of a device, with volume and muting.
package protocol PCMReceiver: AnyObject, Sendable {
    /// - Parameter samples: interleaved. Called on a thread of the output; must not wait.
    func receive(_ samples: UnsafeBufferPointer<Float>)
}

extension AudioOutput {
    /// The host's clock sets the pace.
    package convenience init(format: AudioFormat, receiver: any PCMReceiver, clock: any HostClock = SystemClock()) {
        let stream = SharedStream(StreamState(format: format, device: .open(name: ReceiverDevice.deviceName)))
        self.init(stream: stream, format: format, clock: clock)
        run {
            let opener = ReceiverOpener {
                ReceiverDevice(receiver, format: format, clock: clock)
            }
            return AudioPump(stream: stream, format: format, clock: clock, opener: opener)
        }
    }
}

/// Passes each frame when a sound card would play it. A device is filled 180 ms ahead of the picture, so a program that
/// received sound at once would play it that much too early.
final class ReceiverDevice: PCMDevice {
    static let deviceName = "program"

    let name = ReceiverDevice.deviceName
    var bufferFrames: Int { pace.bufferFrames }
    var periodFrames: Int { pace.periodFrames }
    var prefillFrames: Int { pace.prefillFrames }
    private let pace: HostPacedDevice
    private let receiver: any PCMReceiver
    private let channels: Int
    private var waiting: [Float] = []

    init(_ receiver: any PCMReceiver, format: AudioFormat, clock: any HostClock) {
        self.receiver = receiver
        channels = format.channelCount
        pace = HostPacedDevice(format: format, clock: clock)
        waiting.reserveCapacity(pace.bufferFrames * channels)
    }

    func poll() throws(PCMFault) -> PCMReading {
        let reading = try pace.poll()
        // Half a period early, because the next call is one period away.
        if pace.isRunning { pass(waiting.count / channels - max(0, reading.delay - periodFrames / 2)) }
        return reading
    }

    func write(_ samples: UnsafePointer<Float>, frames: Int) throws(PCMFault) -> Int {
        let taken = try pace.write(samples, frames: frames)
        waiting += UnsafeBufferPointer(start: samples, count: taken * channels)
        return taken
    }

    func start() throws(PCMFault) { try pace.start() }

    func pause() throws(PCMFault) -> Int {
        let discarded = try min(pace.pause(), waiting.count / channels)
        waiting.removeAll(keepingCapacity: true)
        return discarded
    }

    func drop() {
        pace.drop()
        waiting.removeAll(keepingCapacity: true)
    }

    func recover(from fault: PCMFault) throws(PCMFault) -> PCMRecovery { .resumed }

    private func pass(_ frames: Int) {
        guard frames > 0 else { return }
        waiting.withUnsafeBufferPointer { receiver.receive(UnsafeBufferPointer(rebasing: $0[..<(frames * channels)])) }
        waiting.removeFirst(frames * channels)
    }
}

final class ReceiverOpener: DeviceOpener {
    let name = ReceiverDevice.deviceName
    private let isWanted = Monitor(false)
    private let make: @Sendable () -> any PCMDevice

    init(_ make: @escaping @Sendable () -> any PCMDevice) { self.make = make }

    func request() { isWanted.withLock { $0 = true } }
    func request(_ name: String) {}
    func setName(_ name: String) {}
    func cancel() { isWanted.withLock { $0 = false } }

    func receive() -> Result<any PCMDevice, AudioError>? {
        let wasWanted = isWanted.withLock { isWanted in
            defer { isWanted = false }
            return isWanted
        }
        return wasWanted ? .success(make()) : nil
    }
}
