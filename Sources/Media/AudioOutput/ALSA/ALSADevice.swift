import CALSA
import CPlatform
import PlayCore

/// A non-blocking ALSA PCM that converts samples and channels itself.
final class ALSADevice: PCMDevice {
    let name: String
    let bufferFrames: Int
    let periodFrames: Int
    let prefillFrames: Int
    private let handle: ALSAHandle
    private let setup: ALSASetup
    private let inputChannels: Int
    private let matrix: ChannelMatrix?
    private let mixed: UnsafeMutablePointer<Float>
    private let converted: UnsafeMutableRawPointer
    /// Frames converted at once: two of our periods at 48 kHz.
    private let chunkFrames = 2048
    /// The frames since the device was last empty.
    private var queued = 0
    private var isRunning = false
    /// Whether the device is stopped, so that the next write must prepare it. PulseAudio's plugin creates its stream on
    /// prepare, and sound written to a stream that waited uncorked for a second is never heard.
    private var isStale = true

    /// Opens `name`, through `plug` if it does not accept our rate or samples. Blocks as long as the library does.
    static func open(_ name: String, format: AudioFormat, pace: AudioPace) throws(AudioError) -> ALSADevice {
        let first: AudioError
        do {
            return try ALSADevice(name, as: name, format: format, pace)
        } catch {
            first = error
        }
        guard first.code == .noFormat else { throw first }
        do {
            return try ALSADevice("plug:'\(name)'", as: name, format: format, pace)
        } catch {
            throw first
        }
    }

    private init(
        _ pcmName: String, as name: String, format: AudioFormat, _ pace: AudioPace
    ) throws(AudioError) {
        let handle = try ALSAHandle(opening: pcmName)
        let setup = try ALSASetup.negotiate(handle, for: format, pace)
        self.name = name
        self.handle = handle
        self.setup = setup
        inputChannels = format.channelCount
        bufferFrames = setup.bufferFrames
        periodFrames = setup.periodFrames
        prefillFrames = min(format.frames(in: pace.prefill), setup.bufferFrames)
        matrix = ChannelMatrix.between(inputs: format.channelCount, outputs: setup.channelCount)
        let samples = chunkFrames * setup.channelCount
        mixed = .allocate(capacity: samples)
        mixed.initialize(repeating: 0, count: samples)
        converted = .allocate(byteCount: samples * setup.format.bytesPerSample, alignment: 16)
        converted.initializeMemory(as: UInt8.self, repeating: 0, count: samples * setup.format.bytesPerSample)
    }

    deinit {
        mixed.deallocate()
        converted.deallocate()
    }

    func poll() throws(PCMFault) -> PCMReading {
        // Before the start nothing is heard, and the delay must not be requested: see `fallbackReading`.
        if isStale { return PCMReading(delay: 0, available: bufferFrames) }
        guard isRunning else { return PCMReading(delay: queued, available: try availableFrames()) }
        var available: snd_pcm_sframes_t = 0
        var delay: snd_pcm_sframes_t = 0
        let result = snd_pcm_avail_delay(handle.pcm, &available, &delay)
        if result == -EIO { return try fallbackReading() }
        try check(Int(result), "snd_pcm_avail_delay")
        let buffered = min(queued, bufferFrames - available)
        // Buffered frames are not heard yet, so the delay is at least their number. PulseAudio counts available frames
        // in periods, so a delay up to two periods shorter is accepted.
        if delay < buffered - 2 * periodFrames { delay = buffered }
        return PCMReading(delay: max(0, delay), available: max(0, available))
    }

    /// Returns a reading without the delay. PulseAudio's plugin (alsa-plugins 1.2.7) creates a new stream with each
    /// prepare. Until the stream has a timing, the plugin answers -EIO instead of waiting (it compares the library's
    /// negative error with the positive `PA_ERR_NODATA`), or a delay of 0. It also fails here if the server has gone.
    private func fallbackReading() throws(PCMFault) -> PCMReading {
        let available = try availableFrames()
        return PCMReading(delay: min(queued, max(0, bufferFrames - available)), available: available)
    }

    private func availableFrames() throws(PCMFault) -> Int {
        let available = snd_pcm_avail(handle.pcm)
        try check(available, "snd_pcm_avail")
        return available
    }

    func write(_ samples: UnsafePointer<Float>, frames: Int) throws(PCMFault) -> Int {
        if isStale { try prepare() }
        var done = 0
        while done < frames {
            let run = min(frames - done, chunkFrames)
            let taken = try writeRun(samples + done * inputChannels, frames: run)
            done += taken
            if taken < run { break }
        }
        return done
    }

    private func writeRun(_ samples: UnsafePointer<Float>, frames: Int) throws(PCMFault) -> Int {
        var source = samples
        if let matrix {
            matrix.apply(samples, frames: frames, into: mixed)
            source = UnsafePointer(mixed)
        }
        setup.format.convert(source, count: frames * setup.channelCount, into: converted)
        let taken = snd_pcm_writei(handle.pcm, converted, snd_pcm_uframes_t(frames))
        if taken == -Int(EAGAIN) || taken == -Int(EINTR) { return 0 }
        try check(taken, "snd_pcm_writei")
        queued += taken
        return taken
    }

    func start() throws(PCMFault) {
        try check(Int(snd_pcm_start(handle.pcm)), "snd_pcm_start")
        isRunning = true
    }

    func pause() throws(PCMFault) -> Int {
        // A server's own latency counts as delay, too. Never writes more frames again than were written.
        let discarded = min(try poll().delay, queued)
        try check(Int(snd_pcm_drop(handle.pcm)), "snd_pcm_drop")
        markStale()
        return discarded
    }

    func drop() {
        // The next call that can fail reports this failure.
        snd_pcm_drop(handle.pcm)
        markStale()
    }

    func recover(from fault: PCMFault) throws(PCMFault) -> PCMRecovery {
        if fault == .suspended {
            let result = snd_pcm_resume(handle.pcm)
            if result == -EAGAIN { return .notYet }
            if result >= 0 { return .resumed }
        }
        // A lost server first looks like an underrun. Only preparing shows the difference.
        try prepare()
        markStale()
        return .emptied
    }

    private func markStale() {
        isStale = true
        isRunning = false
        queued = 0
    }

    private func prepare() throws(PCMFault) {
        try check(Int(snd_pcm_prepare(handle.pcm)), "snd_pcm_prepare")
        isStale = false
    }

    private func check(_ result: Int, _ operation: String) throws(PCMFault) {
        if result >= 0 { return }
        switch -Int32(truncatingIfNeeded: result) {
        case EPIPE: throw .underrun
        case ESTRPIPE: throw .suspended
        default:
            throw .lost(ALSAErrors.error(.lost, operation, Int32(truncatingIfNeeded: result), name))
        }
    }
}
