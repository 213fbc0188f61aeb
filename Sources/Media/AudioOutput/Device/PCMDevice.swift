import PlayCore

/// Accepts PCM in the sink's own format. Created on any thread, used by `audio-out` only. No call waits.
protocol PCMDevice: AnyObject {
    var name: String { get }
    var bufferFrames: Int { get }
    /// Frames to write at once.
    var periodFrames: Int { get }
    /// Frames to write before the start, unless fewer remain.
    var prefillFrames: Int { get }

    func poll() throws(PCMFault) -> PCMReading

    /// Accepts interleaved frames. Returns how many: maybe fewer, or 0 when full.
    func write(_ samples: UnsafePointer<Float>, frames: Int) throws(PCMFault) -> Int

    func start() throws(PCMFault)

    /// Stops at once. Returns how many of the last frames were discarded unheard and must be written again.
    /// ``PCMReading/delay`` still counts the frames that the device keeps.
    func pause() throws(PCMFault) -> Int

    /// Stops at once and discards all frames. Accepts new ones afterwards.
    func drop()

    func recover(from fault: PCMFault) throws(PCMFault) -> PCMRecovery

    /// Returns whether the device applies the mix itself, which is then heard at once. If not, mix before writing.
    func takes(_ mix: MixTarget) throws(PCMFault) -> Bool

    /// Announces that no more frames will come before the next ``drop()``.
    func end() throws(PCMFault)

    /// Returns the underruns recovered since the last call.
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
    var available: Int
}

enum PCMRecovery {
    case resumed
    case emptied
    /// Retry at the next wake-up.
    case notYet
}

enum PCMFault: Error, Equatable {
    /// It ran out of frames. All were heard.
    case underrun
    case suspended
    case lost(AudioError)
}
