import Media
import MediaSources
import PlayCore

/// The threads and queues of one open item. Owned by the `playback` thread.
///
///     demux ─packets→ video-dec ─frames→ (playback → picture)
///                └──→ audio-dec ─PCM──→ sink
final class ItemPipeline {
    let packets = PacketQueue()
    let frames: FrameQueue
    let events: EventBox
    let hints = VideoWorkerHints()
    let audioState: AudioWorkerState
    let subtitles = SubtitleBoard()
    private(set) var sound: ItemSound?
    private let cancel = CancelToken()
    /// Of files of sound that came later: a jump while one is being opened does not end that.
    private let soundCancel = CancelToken()
    private let demux: DemuxWorker
    private let doorbell: Doorbell
    /// Those that decode.
    private var threads: [WorkerThread] = []
    /// Those that read from outside, and may never end.
    private var readers: [WorkerThread] = []

    init(input: SessionInput, options: SessionOptions, rate: PlaybackRate, doorbell: Doorbell) {
        self.doorbell = doorbell
        events = EventBox(doorbell: doorbell)
        frames = FrameQueue(doorbell: doorbell)
        audioState = AudioWorkerState(
            rate: rate, delay: options.audioDelay, silence: options.passesSilence ? options.silence : nil)
        // Before the decoders take anything: the first round that knows whether this is a network may come later, and
        // what was dropped by then would be read again at the first jump back.
        packets.setKept(options.keptBytes)
        demux = DemuxWorker(input: input, cancel: cancel, queue: packets, events: events, subtitles: subtitles)
        let video = VideoWorker(
            packets: packets, frames: frames, events: events, hints: hints, hardware: options.hardware)
        readers.append(WorkerThread(name: "demux") { [demux] in demux.run() })
        threads.append(WorkerThread(name: "video-dec") { video.run() })
    }

    var sink: (any AudioSink)? { sound?.sink }

    /// Starts the sound; once an item.
    func attach(_ sound: ItemSound) {
        precondition(self.sound == nil)
        self.sound = sound
        let sink = sound.sink
        let worker = AudioWorker(
            packets: packets, sink: sink, events: events, state: audioState, doorbell: doorbell)
        threads.append(WorkerThread(name: "audio-dec") { worker.run() })
    }

    /// Decodes the first of these that can be, on the thread `cover`; ``WorkerEvent/cover(_:)`` follows if there is one.
    func loadCover(_ sources: [CoverSource]) {
        guard !sources.isEmpty else { return }
        let (events, cancel) = (events, cancel)
        readers.append(
            WorkerThread(name: "cover") {
                if let frame = CoverSource.firstPicture(of: sources, cancel: cancel) { events.post(.cover(frame)) }
            })
    }

    /// Opens a file of sound on the thread `sound-file`; ``WorkerEvent/sounds(_:wanted:)`` follows, or why not.
    func add(_ sound: ExternalSound, isWanted: Bool) {
        readers.append(
            WorkerThread(name: "sound-file") { [demux, packets, events, soundCancel] in
                do throws(MediaError) {
                    packets.change(.add(try demux.open(sound, cancel: soundCancel), isWanted: isWanted))
                } catch {
                    if error.code != .cancelled { events.post(.soundLost(LostSound(sound.file, error))) }
                }
            })
    }

    /// Drops everything of older generations and goes on elsewhere: in the packets that are held, else the `demux`
    /// thread does.
    func submit(_ request: DemuxRequest) {
        frames.flush(to: request.generation)
        sink?.flush(to: request.generation)
        if let position = packets.submit(request, mayReplay: subtitles.holdsPictures(of: request)) {
            return events.post(.started(request.generation, position))
        }
        if request.readsOnce { return }
        // Behind it, so that the thread finds the request when it looks why its wait ended.
        cancel.interrupt(request.generation.number)
    }

    /// Ends all threads and frees everything but the sound output, which may take the next item's sound; waits for them, but
    /// not for a drive that does not answer.
    func leave() -> ItemSound? {
        // At once: what the device has is heard meanwhile.
        sink?.leaveItem()
        endThreads()
        sink?.beginItem()
        defer { sound = nil }
        return sound
    }

    /// Ends all threads and frees everything; waits for them.
    func close() {
        sink?.close()
        endThreads()
    }

    private func endThreads() {
        cancel.cancel()
        soundCancel.cancel()
        packets.close()
        frames.close()
        for thread in threads { thread.join() }
        for thread in readers { thread.leave() }
        (threads, readers) = ([], [])
    }
}

/// A sound output, and the format of the item's sound that it was opened for.
struct ItemSound {
    let sink: any AudioSink
    let format: AudioFormat

    /// Whether it may take another item's sound. Where there is no device, a new output may find one.
    ///
    /// - Parameter isGuest: see ``SessionOptions/isGuest``.
    func suits(_ format: AudioFormat, isGuest: Bool) -> Bool {
        guard case .open = sink.status.device else { return false }
        return isGuest || format == self.format
    }
}
