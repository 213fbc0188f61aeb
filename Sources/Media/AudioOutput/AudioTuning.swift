import PlayCore

/// The sizes and times of the audio path, each with its reason.
enum AudioTuning {
    /// What a device holds that keeps no time of its own.
    static let deviceBuffer = AudioPace.film.buffer
    /// What waits before the device: one late block of the decoder (up to 100 ms) and the time-stretcher's look-ahead.
    static let ringAhead = HostTime.milliseconds(300)
    /// What is kept behind the device's end to be written again after a pause or the loss of the device: the longest
    /// delay seen from a PulseAudio server over the network is below 2 s.
    static let ringHistory = HostTime.seconds(2)
    /// What a device takes in one go, if nobody waits for it: nine a buffer, fifty a second.
    static let devicePeriod = AudioPace.film.period
    /// How long an item that was left is heard while the next one's sound is awaited. One that was opened ahead brings it
    /// within 20 ms.
    static let lingering = HostTime.milliseconds(100)
    /// Between two looks for that sound: each is as much silence at most.
    static let lingeringStep = HostTime.milliseconds(2)
    /// Between two attempts to get a lost device back.
    static let retry = HostTime.seconds(2)
    /// How long the first opening may take before the item plays on silently; a dead PulseAudio server takes 30 s.
    static let openPatience = HostTime.seconds(1)
    /// Space that a waiting writer is woken for: it decodes five blocks in a row and sleeps for a tenth of a second,
    /// rather than waking for each. What then waits before the device is still two thirds of `ringAhead`.
    static let writerQuantum = HostTime.milliseconds(100)
    /// Frames copied under the lock in one go: 32 kB of stereo, a few microseconds.
    static let copyFrames = 4096
}
