package import PlayCore

/// Takes the samples in place of a device, as they are to be heard: with volume and muting.
package protocol PCMReceiver: AnyObject, Sendable {
    /// Interleaved. Called on a thread of the output; must not wait.
    func receive(_ samples: UnsafeBufferPointer<Float>)
}

extension AudioOutput {
    /// An output without a device: the host's clock keeps its pace, and a receiver gets what a device would.
    package convenience init(format: AudioFormat, receiver: any PCMReceiver, clock: any HostClock = SystemClock()) {
        let stream = SharedStream(StreamState(format: format, device: .open(name: ReceiverDevice.deviceName)))
        self.init(stream: stream, format: format, clock: clock)
        run {
            let opener = ReceiverOpener {
                HostPacedDevice(format: format, clock: clock, inner: ReceiverDevice(receiver, format: format))
            }
            return AudioPump(stream: stream, format: format, clock: clock, opener: opener)
        }
    }
}

/// Passes on everything at once; a ``HostPacedDevice`` around it keeps the pace.
final class ReceiverDevice: PCMDevice {
    static let deviceName = "program"

    let name = ReceiverDevice.deviceName
    let bufferFrames: Int
    let periodFrames: Int
    let prefillFrames = 1
    private let receiver: any PCMReceiver
    private let channels: Int

    init(_ receiver: any PCMReceiver, format: AudioFormat) {
        self.receiver = receiver
        channels = format.channelCount
        bufferFrames = format.frames(in: AudioTuning.deviceBuffer)
        periodFrames = format.frames(in: AudioTuning.devicePeriod)
    }

    func poll() throws(PCMFault) -> PCMReading { PCMReading(delay: 0, available: bufferFrames) }

    func write(_ samples: UnsafePointer<Float>, frames: Int) throws(PCMFault) -> Int {
        receiver.receive(UnsafeBufferPointer(start: samples, count: frames * channels))
        return frames
    }

    func start() throws(PCMFault) {}
    func pause() throws(PCMFault) -> Int { 0 }
    func drop() {}
    func recover(from fault: PCMFault) throws(PCMFault) -> PCMRecovery { .resumed }
}

/// Has its one device at once.
final class ReceiverOpener: DeviceOpener {
    let name = ReceiverDevice.deviceName
    private let isWanted = Monitor(false)
    private let make: @Sendable () -> any PCMDevice

    init(_ make: @escaping @Sendable () -> any PCMDevice) { self.make = make }

    func request() { isWanted.withLock { $0 = true } }
    /// No other device takes its place.
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
