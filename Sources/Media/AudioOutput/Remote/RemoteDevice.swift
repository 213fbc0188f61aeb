import PlayCore
import SoundWire

/// A remote listener as a device. It receives Opus packets, and its reports yield the delay (``ListenerClock``), so it
/// is the master clock like any card. No call waits. Encoding costs the audio thread some 0.3 ms per packet.
final class RemoteDevice: PCMDevice {
    /// The sound at the listener and in transit. Picture and sound share one connection, so the sound must last while
    /// the line carries a whole screen. Flushes and volume changes do not wait for it.
    static let buffer = HostTime.seconds(1)
    /// The interval of markers while no packet carries one.
    private static let markerInterval = HostTime.milliseconds(200)
    /// Bytes that SSH, TCP and IP add to a packet: lengths, padding, authentication, headers.
    private static let overhead = 100

    let name = "remote"
    let bufferFrames: Int
    let periodFrames: Int
    let prefillFrames: Int
    let entry: ListenerEntry
    private let format: AudioFormat
    private let clock: any HostClock
    private let link: ListenerLink
    private let encoder: any SoundEncoder
    private let line: LineShare
    private let onUnusable: (ListenerEntry) -> Void
    private var rate = SoundBitRate()

    private var generation: UInt32 = 0
    private var written = 0
    private var isRunning = false
    private var hasEnded = false
    private var heard = ListenerClock()
    private var trust: ListenerTrust
    private var mix = SoundMix()
    private var lastMarker = HostTime.zero
    private var underruns: UInt32 = 0
    private var newUnderruns = 0

    init(
        _ entry: ListenerEntry, place: RemotePlace, format: AudioFormat, remote: RemoteSound, clock: any HostClock,
        onUnusable: @escaping (ListenerEntry) -> Void
    ) throws(AudioError) {
        self.entry = entry
        self.format = format
        self.clock = clock
        self.onUnusable = onUnusable
        line = remote.line
        bufferFrames = format.frames(in: Self.buffer)
        periodFrames = format.frames(in: AudioTuning.devicePeriod)
        prefillFrames = periodFrames
        trust = ListenerTrust(at: clock.now)
        encoder = try remote.makeEncoder(format, rate.value)
        do throws(AudioError) {
            link = try ListenerLink(entry, place: place.path)
        } catch {
            if error.code == .faithless { onUnusable(entry) }
            throw error
        }
    }

    // MARK: The device

    func poll() throws(PCMFault) -> PCMReading {
        let now = clock.now
        try exchange(now)
        let microseconds = Int64(Double(written) * 1e6 / Double(format.sampleRate))
        let space = heard.space(after: microseconds, buffer: Self.buffer.nanoseconds / 1000, at: now)
        let frames = min(bufferFrames, Int(Double(space) * Double(format.sampleRate) / 1e6))
        return PCMReading(delay: written - heardFrames(at: now), available: link.hasSpace ? frames : 0)
    }

    func write(_ samples: UnsafePointer<Float>, frames: Int) throws(PCMFault) -> Int {
        guard link.hasSpace else { return 0 }
        let now = clock.now
        try attempt { () throws(AudioError) in
            if let bitRate = rate.update(line: line.rate, at: now) { try encoder.setBitRate(bitRate) }
            try send(try encoder.encode(samples, frames: frames), at: now)
        }
        written += frames
        hasEnded = false
        return frames
    }

    func start() throws(PCMFault) {
        guard !isRunning else { return }
        isRunning = true
        try order(.resume)
    }

    /// Pauses the listener, which keeps the frames that it has.
    func pause() throws(PCMFault) -> Int {
        guard isRunning else { return 0 }
        isRunning = false
        try order(.pause)
        return 0
    }

    func drop() {
        isRunning = false
        let now = clock.now
        // All frames are heard by the time an order arrives: the film's end is not cut off.
        guard heardFrames(at: now) < written else {
            heard.stand(at: Int64(Double(written) * 1e6 / Double(format.sampleRate)))
            return
        }
        generation &+= 1
        written = 0
        hasEnded = false
        heard.restart(at: now)
        do throws(AudioError) {
            try encoder.reset()
            try link.send(.flush(generation: generation))
            // Also pauses the listener: the next sound may be meant for later.
            try link.send(.pause)
            try sendMarker(now)
        } catch {
            // `drop` cannot fail; the next poll reports the same error.
            Log.shared.write(.warning, "sound", "\(error.text)")
        }
    }

    func recover(from fault: PCMFault) throws(PCMFault) -> PCMRecovery { .resumed }

    func takes(_ mix: MixTarget) throws(PCMFault) -> Bool {
        let wanted = SoundMix(
            volume: UInt16((mix.volume * 1000).rounded()), isMuted: mix.isMuted, output: mix.output)
        guard wanted != self.mix else { return true }
        self.mix = wanted
        try attempt { () throws(AudioError) in try link.send(.mix(wanted)) }
        return true
    }

    func end() throws(PCMFault) {
        guard !hasEnded else { return }
        hasEnded = true
        let now = clock.now
        try attempt { () throws(AudioError) in
            try send(try encoder.finish(), at: now)
            try link.send(.finish(generation: generation))
        }
    }

    func takeUnderruns() -> Int {
        defer { newUnderruns = 0 }
        return newUnderruns
    }

    // MARK: The listener

    private func heardFrames(at now: HostTime) -> Int {
        let microseconds = max(0, heard.position(at: now))
        return min(written, Int(Double(microseconds) * Double(format.sampleRate) / 1e6))
    }

    private func exchange(_ now: HostTime) throws(PCMFault) {
        var doubt: ListenerTrust.Doubt?
        try attempt { () throws(AudioError) in
            try link.flush()
            if now - lastMarker >= Self.markerInterval { try sendMarker(now) }
            try link.receive { report in
                // A report of a flushed generation shows only that the listener is alive.
                let isCurrent = report.generation == generation
                let isWanted = isRunning && isCurrent && written > heardFrames(at: now)
                doubt = doubt ?? trust.note(report, isWanted: isWanted, at: now)
                if isCurrent { heard.note(report) }
                if report.underruns > underruns { newUnderruns += Int(report.underruns - underruns) }
                underruns = report.underruns
            }
        }
        if let doubt = doubt ?? trust.doubt(isRunning: isRunning, at: now) { throw lost(doubt) }
    }

    private func order(_ message: PlayerMessage) throws(PCMFault) {
        let now = clock.now
        heard.order(at: now)
        trust.restart(at: now)
        try attempt { () throws(AudioError) in
            try link.send(message)
            try sendMarker(now)
        }
    }

    private func send(_ packets: [EncodedSound], at now: HostTime) throws(AudioError) {
        for packet in packets {
            let message = PlayerMessage.sound(
                SoundPacket(
                    generation: generation, time: packet.time, marker: ListenerClock.marker(now), data: packet.data))
            try link.send(message)
            line.send(packet.data.count + Self.overhead)
        }
        if !packets.isEmpty { lastMarker = now }
    }

    private func sendMarker(_ now: HostTime) throws(AudioError) {
        lastMarker = now
        try link.send(.marker(ListenerClock.marker(now)))
    }

    private func attempt(_ body: () throws(AudioError) -> Void) throws(PCMFault) {
        do throws(AudioError) {
            try body()
        } catch {
            if error.code == .faithless { onUnusable(entry) }
            throw .lost(error)
        }
    }

    private func lost(_ doubt: ListenerTrust.Doubt) -> PCMFault {
        let text =
            switch doubt {
            case .silent: tr("the listener does not respond")
            case .stuck: tr("the listener plays nothing")
            case .strangeMarker, .tooFast: tr("the listener's reports are implausible")
            }
        if doubt != .silent { onUnusable(entry) }
        return .lost(AudioError(.unheard, operation: "believe the listener", text: text, context: name))
    }
}
