import PlayCore
import TestSupport

@testable import AudioOutput

/// A sound card driven by a clock that the test moves. It counts exactly and remembers the sound it has played.
///
/// Used by one thread at a time.
final class FakePCMDevice: PCMDevice {
    let name: String
    let bufferFrames: Int
    let periodFrames: Int
    let prefillFrames: Int
    private let clock: ManualClock
    private let format: AudioFormat

    /// The samples that left the speaker, in order.
    private(set) var heard: [Float] = []
    /// The samples that were written but not heard yet.
    private var waiting: [Float] = []
    private var anchor: HostTime?
    private var fraction: Double = 0
    private var isDry = false

    /// The frames between the device's buffer and the ear, which are part of the reported delay.
    var latency = 0
    /// Whether it accepts everything at once and reports no delay, as ALSA's `null` does.
    var swallows = false
    /// Whether the device's time stands still, as with a server that stalls.
    var isStalled = false
    /// The fault that the next throwing call throws.
    var fault: PCMFault?
    /// Called by `write` before it takes anything, to simulate another thread.
    var beforeWrite: (() -> Void)?
    private(set) var startCount = 0

    init(_ name: String = "fake", format: AudioFormat, clock: ManualClock) {
        self.name = name
        self.format = format
        self.clock = clock
        bufferFrames = format.frames(in: .milliseconds(180))
        periodFrames = format.frames(in: .milliseconds(20))
        prefillFrames = format.frames(in: .milliseconds(60))
    }

    var waitingFrames: Int { waiting.count / format.channelCount }

    func poll() throws(PCMFault) -> PCMReading {
        try play()
        let told = waitingFrames + (waitingFrames > 0 || anchor != nil ? latency : 0)
        return PCMReading(delay: swallows ? 0 : told, available: bufferFrames - waitingFrames)
    }

    func write(_ samples: UnsafePointer<Float>, frames: Int) throws(PCMFault) -> Int {
        beforeWrite?()
        try play()
        let taken = min(frames, bufferFrames - waitingFrames)
        let new = UnsafeBufferPointer(start: samples, count: taken * format.channelCount)
        if swallows { heard += new } else { waiting += new }
        return taken
    }

    func start() throws(PCMFault) {
        try play()
        startCount += 1
        anchor = clock.now
        fraction = 0
    }

    func pause() throws(PCMFault) -> Int {
        try play()
        let discarded = waitingFrames
        drop()
        return discarded
    }

    func drop() {
        hear()
        waiting = []
        anchor = nil
        isDry = false
    }

    func recover(from fault: PCMFault) throws(PCMFault) -> PCMRecovery {
        if fault == .suspended { return .resumed }
        drop()
        return .emptied
    }

    private func play() throws(PCMFault) {
        if let fault {
            self.fault = nil
            throw fault
        }
        hear()
        if isDry { throw .underrun }
    }

    /// Plays the samples that have left the speaker since the last call.
    private func hear() {
        guard let anchor, !swallows else { return }
        let now = clock.now
        self.anchor = now
        if !isStalled {
            fraction += Double((now - anchor).nanoseconds) * Double(format.sampleRate) / 1e9
            let whole = Int(fraction + 1e-6)
            fraction -= Double(whole)
            if whole > waitingFrames { isDry = true }
            let samples = min(whole, waitingFrames) * format.channelCount
            heard += waiting.prefix(samples)
            waiting.removeFirst(samples)
        }
    }
}

/// An opener that delivers devices when the test says so. Used by one thread at a time.
final class FakeOpener: DeviceOpener, @unchecked Sendable {
    // Sendable: the tests turn the pump on their own thread, so nothing is shared.
    private(set) var name = "fake"
    var results: [Result<any PCMDevice, AudioError>] = []
    private(set) var requestCount = 0
    private var isRequested = false

    func request() {
        requestCount += 1
        isRequested = true
    }

    func request(_ name: String) {
        self.name = name
        request()
    }

    func setName(_ name: String) { self.name = name }

    func receive() -> Result<any PCMDevice, AudioError>? {
        guard isRequested, !results.isEmpty else { return nil }
        isRequested = false
        return results.removeFirst()
    }

    func cancel() {}
}
