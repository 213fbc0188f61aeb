import PlayCore

enum AudioTuning {
    /// The capacity of a device that keeps no time of its own.
    static let deviceBuffer = AudioPace.film.buffer
    /// The sound before the device: one late block of the decoder (up to 100 ms), and the time-stretcher's look-ahead.
    static let ringAhead = HostTime.milliseconds(300)
    /// The sound kept after writing, to be repeated after a pause or the loss of the device. The longest delay of a
    /// PulseAudio server over the network is below 2 s.
    static let ringHistory = HostTime.seconds(2)
    /// Written at once for recorded sound: nine periods fill the buffer.
    static let devicePeriod = AudioPace.film.period
    /// How long the last item's end may play while the next item's sound is awaited, which usually takes 20 ms.
    static let lingering = HostTime.milliseconds(100)
    /// The interval of checks for that sound. Each adds that much silence at most.
    static let lingeringStep = HostTime.milliseconds(2)
    static let retry = HostTime.seconds(2)
    /// The timeout of the first opening; then the item plays silently. A dead PulseAudio server takes 30 s.
    static let openPatience = HostTime.seconds(1)
    /// The space that wakes a waiting writer: it decodes five blocks in a row and then sleeps for 100 ms, instead of
    /// waking for each block. Two thirds of `ringAhead` still wait before the device then.
    static let writerQuantum = HostTime.milliseconds(100)
    /// Frames copied under the lock at once: 32 kB of stereo, a few microseconds.
    static let copyFrames = 4096
}
