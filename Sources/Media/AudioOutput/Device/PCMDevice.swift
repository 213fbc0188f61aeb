import PlayCore

/// A device that takes PCM of the sink's own format. Created anywhere, then used by the `audio-out` thread only; no
/// call waits for the sound.
protocol PCMDevice: AnyObject {
    var name: String { get }
    /// Frames that it holds at most.
    var bufferFrames: Int { get }
    /// Frames that it takes in one go.
    var periodFrames: Int { get }
    /// Frames that it should have before it is started, unless there are no more.
    var prefillFrames: Int { get }

    /// How things stand now.
    func poll() throws(PCMFault) -> PCMReading

    /// Takes interleaved frames; the number it took may be smaller, or 0 when full.
    func write(_ samples: UnsafePointer<Float>, frames: Int) throws(PCMFault) -> Int

    /// Begins to sound; there are frames in it.
    func start() throws(PCMFault)

    /// Stops at once.
    /// - Returns: how many of the frames written last were not heard and are gone: write them again. Frames it keeps
    ///   are still counted by ``PCMReading/delay``.
    func pause() throws(PCMFault) -> Int

    /// Stops at once and forgets all frames; afterwards it takes new ones.
    func drop()

    /// Mends an ``PCMFault/underrun`` or ``PCMFault/suspended``.
    func recover(from fault: PCMFault) throws(PCMFault) -> PCMRecovery

    /// Does volume, muting and the choice of channels itself, where it is heard at once.
    /// - Returns: false: what is written must have it already.
    func takes(_ mix: MixTarget) throws(PCMFault) -> Bool

    /// No more frames will come before the next ``drop()``.
    func end() throws(PCMFault)

    /// How often it ran empty since the last call and mended that itself.
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
    /// The sound resumes where it stopped.
    case resumed
    /// The device is empty and stopped.
    case emptied
    /// Try again with the next wake-up.
    case notYet
}

enum PCMFault: Error, Equatable {
    /// It ran out of frames; all it had were heard.
    case underrun
    /// The system slept.
    case suspended
    case lost(AudioError)
}
