import PlayCore

/// Takes PCM in the sink's own format. Created on any thread, then used by the `audio-out` thread only; no call waits.
protocol PCMDevice: AnyObject {
    var name: String { get }
    var bufferFrames: Int { get }
    /// The frames that it takes in one go.
    var periodFrames: Int { get }
    /// The frames that it should have before it is started, unless there are no more.
    var prefillFrames: Int { get }

    func poll() throws(PCMFault) -> PCMReading

    /// Takes interleaved frames. Returns how many it took: maybe fewer, or 0 when full.
    func write(_ samples: UnsafePointer<Float>, frames: Int) throws(PCMFault) -> Int

    /// Starts to play; it already holds frames.
    func start() throws(PCMFault)

    /// Stops at once. Returns how many of the last frames were not heard and are discarded: write them again. Frames it
    /// keeps are still counted by ``PCMReading/delay``.
    func pause() throws(PCMFault) -> Int

    /// Stops at once and forgets all frames; afterwards it takes new ones.
    func drop()

    func recover(from fault: PCMFault) throws(PCMFault) -> PCMRecovery

    /// Returns whether the device applies the mix itself, where it is heard at once; if not, mix before writing.
    func takes(_ mix: MixTarget) throws(PCMFault) -> Bool

    /// Announces that no more frames will come before the next ``drop()``.
    func end() throws(PCMFault)

    /// Returns how often it ran empty since the last call and recovered by itself.
    func takeUnderruns() -> Int
}

extension PCMDevice {
    func takes(_ mix: MixTarget) throws(PCMFault) -> Bool { false }
    func end() throws(PCMFault) {}
    func takeUnderruns() -> Int { 0 }
}

struct PCMReading: Equatable {
    /// Frames between the one heard now and the next to be written, at least 0.
    var delay: Int
    /// Frames it would take now.
    var available: Int
}

enum PCMRecovery {
    case resumed
    /// The device is empty and stopped.
    case emptied
    /// Try again with the next wake-up.
    case notYet
}

enum PCMFault: Error, Equatable {
    /// It ran out of frames; all of them were heard.
    case underrun
    case suspended
    case lost(AudioError)
}
