import PlayCore

enum AudioTuning {
    /// The capacity of a device that keeps no time of its own.
    static let deviceBuffer = AudioPace.film.buffer
    /// The sound before the device: one late block of the decoder (up to 100 ms), the time-stretcher's look-ahead.
    static let ringAhead = HostTime.milliseconds(300)
    /// The sound kept after it was written, to be written again after a pause or the loss of the device: the longest
    /// delay seen from a PulseAudio server over the network is below 2 s.
    static let ringHistory = HostTime.seconds(2)
    /// The amount written in one go while playing recorded sound: nine a buffer, fifty a second.
    static let devicePeriod = AudioPace.film.period
    /// How long a previous item is heard while the next one's sound is awaited. An item that was opened ahead delivers
    /// it within 20 ms.
    static let lingering = HostTime.milliseconds(100)
    /// The interval of checks for that sound: each adds that much silence at most.
    static let lingeringStep = HostTime.milliseconds(2)
    static let retry = HostTime.seconds(2)
    /// The timeout of the first opening, after which the item plays silently; a dead PulseAudio server takes 30 s.
    static let openPatience = HostTime.seconds(1)
    /// The space that wakes a waiting writer: it decodes five blocks in a row and sleeps for a tenth of a second,
    /// rather than waking for each. Two thirds of `ringAhead` then still wait before the device.
    static let writerQuantum = HostTime.milliseconds(100)
    /// Frames copied under the lock in one go: 32 kB of stereo, a few microseconds.
    static let copyFrames = 4096
}
